/**
 * Time as the turn sees it. The engine has no clock of its own: the caller hands one in, and tests hand in theirs.
 */
export interface TurnClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after the delay; the function it returns cancels that. */
  after(milliseconds: number, callback: () => void): () => void;
  /** Resolves after other waiting work had its turn, so that a fast stream starves nobody. */
  yield(): Promise<void>;
}
