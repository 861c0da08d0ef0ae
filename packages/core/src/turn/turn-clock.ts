/** Time as the turn sees it. The engine has no clock itself: callers pass one in, and tests pass theirs. */
export interface TurnClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after the delay. Returns a function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
  /** Resolves after other pending work has run, so a fast stream does not starve it. */
  yield(): Promise<void>;
}
