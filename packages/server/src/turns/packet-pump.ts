import type { PacketRepository, StoredPackets } from '@ibid/store';
import { doneWithin } from './done-within.js';
import type { LiveTurn } from './live-turn.js';
import { batchOf } from './packet-frames.js';

/** Between two writes. The first packet after a pause goes at once; those that follow wait at most this long. */
const INTERVAL_MILLISECONDS = 45;
/** How long a slow database may hold back what clients are waiting for: a machine under load takes its time. */
const PATIENCE_MILLISECONDS = 1_000;
/** The same once it ran out of that: it is away, and the turns go on. */
const PATIENCE_WHILE_AWAY_MILLISECONDS = 60;
/** After a write that failed. */
const RETRY_MILLISECONDS = 500;

/**
 * Stores and sends the packets of all live turns together: one write for all of them, one piece of text for each
 * turn's watchers. Stored first, so that after a crash everything that a client has seen is there.
 */
export class PacketPump {
  readonly #serverId: string;
  readonly #packets: PacketRepository;
  readonly #onStoreError: (error: unknown) => void;
  readonly #onStored: ((batches: readonly (StoredPackets & { turnId: string })[]) => void) | undefined;
  readonly #dirty = new Set<LiveTurn>();
  /** What could not be stored yet; tried again with the next write. */
  #unstored: (StoredPackets & { turnId: string })[] = [];
  /** Whether the last write took longer than anybody waits. */
  #isAway = false;
  #timer: NodeJS.Timeout | null = null;
  #lastTick = 0;
  #running: Promise<void> = Promise.resolve();
  #storing: Promise<void> = Promise.resolve();

  constructor(options: {
    serverId: string;
    packets: PacketRepository;
    onStoreError: (error: unknown) => void;
    /** For who tells other processes. */
    onStored?: (batches: readonly (StoredPackets & { turnId: string })[]) => void;
  }) {
    this.#serverId = options.serverId;
    this.#packets = options.packets;
    this.#onStoreError = options.onStoreError;
    this.#onStored = options.onStored;
  }

  /** This turn has packets that wait. */
  schedule(turn: LiveTurn): void {
    this.#dirty.add(turn);
    // A moment even after a pause: a model's tokens come in bursts.
    this.#timer ??= setTimeout(
      () => this.#tick(),
      Math.max(1, this.#lastTick + INTERVAL_MILLISECONDS - performance.now()),
    );
  }

  /** Resolves when everything that waits now is stored, or cannot be. */
  async drain(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#tick();
    await this.#running;
    await this.#storing;
  }

  /** Resolves when everything that was taken from the turns is stored and sent: nothing more is taken for it. */
  async settle(): Promise<void> {
    if (this.#unstored.length > 0) return this.drain();
    await this.#running;
    await this.#storing;
  }

  /** Resolves when everything that was taken from the turns is sent, stored or not. */
  sent(): Promise<void> {
    return this.#running;
  }

  /** Packets that were stored in another way than through here. */
  tell(batch: StoredPackets & { turnId: string }): void {
    this.#onStored?.([batch]);
  }

  #tick(): void {
    this.#timer = null;
    this.#lastTick = performance.now();
    const turns = [...this.#dirty];
    this.#dirty.clear();
    const sends = turns.map((turn) => ({ turn, packets: turn.takePending() }));
    for (const { turn, packets } of sends) {
      const batch = batchOf(turn.turnId, packets);
      if (batch) this.#unstored.push(batch);
    }
    // One after another: a client must get the packets of a turn in order, however long one write takes.
    this.#running = this.#running.then(async () => {
      const most = this.#isAway ? PATIENCE_WHILE_AWAY_MILLISECONDS : PATIENCE_MILLISECONDS;
      if (!(await doneWithin(this.#store(), most))) this.#isAway = true;
      for (const { turn, packets } of sends) turn.send(packets);
    });
  }

  /** One write at a time: two of them at once could be seen in the wrong order, with a hole between. */
  #store(): Promise<void> {
    this.#storing = this.#storing.then(() => this.#storeWaiting());
    return this.#storing;
  }

  async #storeWaiting(): Promise<void> {
    const batches = this.#unstored;
    this.#unstored = [];
    try {
      await this.#packets.append(this.#serverId, batches);
      this.#isAway = false;
      this.#onStored?.(batches);
    } catch (error) {
      this.#unstored = [...batches, ...this.#unstored];
      this.#onStoreError(error);
      // Nobody may have anything to add, and still it must be stored once the database is back.
      this.#timer ??= setTimeout(() => this.#tick(), RETRY_MILLISECONDS).unref();
    }
  }
}
