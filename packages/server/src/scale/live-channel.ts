import type { StoredPackets } from '@ibid/store/internal';

export type TurnPackets = StoredPackets & { turnId: string };

/**
 * How servers tell each other at once what the database tells them a moment later. Every method may do nothing: what
 * must not be lost is stored first.
 */
export interface LiveChannel {
  /** Packets of turns that run here, after they were stored. */
  publish(batches: readonly TurnPackets[]): void;
  /** Packets after a cursor, without a gap; null when the channel can't tell and the database must be asked. */
  packetsAfter(turnId: string, seq: number): Promise<StoredPackets[] | null>;
  /** Calls back whenever a turn has something new. Returns the way to leave. */
  onNews(turnId: string, listener: () => void): () => void;
  /** To the server that runs the turn. */
  sendStop(turnId: string): void;
  onStop(listener: (turnId: string) => void): void;
  /** False while others learn of news from the database only. */
  readonly isLive: boolean;
  close(): Promise<void>;
}

/** For one process, or several without Redis: the database is all they share. */
export const noLiveChannel: LiveChannel = {
  publish() {},
  packetsAfter: async () => null,
  onNews: () => () => {},
  sendStop() {},
  onStop() {},
  isLive: false,
  close: async () => {},
};
