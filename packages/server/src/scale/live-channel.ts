import type { StoredPackets } from '@ibid/store/internal';

export type TurnPackets = StoredPackets & { turnId: string };

/**
 * Lets servers notify each other at once of what they would see in the database a moment later. Every method may do
 * nothing: what must not be lost is stored first.
 */
export interface LiveChannel {
  /** Packets of turns that run here, once stored. */
  publish(batches: readonly TurnPackets[]): void;
  /** Packets after a cursor, without gaps; null if the channel can't tell and the database must be queried. */
  packetsAfter(turnId: string, seq: number): Promise<StoredPackets[] | null>;
  /** Calls back whenever a turn has something new. Returns a function that unsubscribes. */
  onNews(turnId: string, listener: () => void): () => void;
  /** Sent to the server that runs the turn. */
  sendStop(turnId: string): void;
  onStop(listener: (turnId: string) => void): void;
  /** False while other servers get news only from the database. */
  readonly isLive: boolean;
  close(): Promise<void>;
}

/** For one process, or several without Redis: they share only the database. */
export const noLiveChannel: LiveChannel = {
  publish() {},
  packetsAfter: async () => null,
  onNews: () => () => {},
  sendStop() {},
  onStop() {},
  isLive: false,
  close: async () => {},
};
