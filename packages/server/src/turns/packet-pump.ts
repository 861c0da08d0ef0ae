import type { PacketRepository, StoredPackets } from '@ibid/store/internal';
import type { LiveChannel } from '../scale/live-channel.js';
import { doneWithin } from './done-within.js';
import type { LiveTurn } from './live-turn.js';
import { batchOf } from './packet-frames.js';
import type { EncodedPacket } from './packet-frames.js';

/** Between two pieces of one turn. The first packet after a pause goes at once; those that follow wait this long. */
const TURN_INTERVAL_MILLISECONDS = 45;
/** Between two writes, whichever turns they are for: a tenth of a second's tokens of many slow turns make few writes. */
const WRITE_INTERVAL_MILLISECONDS = 16;
/** How long a slow database may hold back what clients are waiting for: a machine under load takes its time. */
const PATIENCE_MILLISECONDS = 1_000;
/** The same once it ran out of that: it is away, and the turns continue. */
const PATIENCE_WHILE_AWAY_MILLISECONDS = 60;
/** After a write that failed. */
const RETRY_MILLISECONDS = 500;

type Batch = StoredPackets & { turnId: string };

interface Sending {
  turn: LiveTurn;
  packets: readonly EncodedPacket[];
  isSent: boolean;
}

export interface PacketPumpOptions {
  serverId: string;
  packets: PacketRepository;
  /**
   * Whether nothing is ever sent before it is stored. Where servers share a database, one that cannot reach it may be
   * taken for dead and its turns be ended by another: what it sent in the meantime would never have been.
   */
  storesFirst: boolean;
  /** Of these turns, those that another server has ended. */
  takenOf: (turnIds: readonly string[]) => Promise<readonly string[]>;
  onTaken: (turnId: string) => void;
  onStoreError: (error: unknown) => void;
  /** To other processes. */
  channel: Pick<LiveChannel, 'publish'>;
}

/**
 * Stores and sends the packets of all live turns together: one write for all of them, one piece of text for each
 * turn's watchers. Stored first, so that after a crash everything that a client has seen is there.
 */
export class PacketPump {
  readonly #options: PacketPumpOptions;
  readonly #dirty = new Set<LiveTurn>();
  /** What could not be stored yet; tried again with the next write. */
  #unstored: Batch[] = [];
  /** What was taken from the turns and belongs to what is not stored yet. */
  #unsent: Sending[] = [];
  /** Whether the last write took longer than anybody waits. */
  #isAway = false;
  #timer: NodeJS.Timeout | null = null;
  /** When the timer rings. */
  #dueAt = 0;
  #lastTick = -Infinity;
  /** After a write that failed, no other one is tried before this. */
  #pausedUntil = -Infinity;
  #running: Promise<void> = Promise.resolve();
  #storing: Promise<void> = Promise.resolve();

  constructor(options: PacketPumpOptions) {
    this.#options = options;
  }

  get storesFirst(): boolean {
    return this.#options.storesFirst;
  }

  schedule(turn: LiveTurn): void {
    this.#dirty.add(turn);
    this.#wakeAt(
      Math.max(
        this.#lastTick + WRITE_INTERVAL_MILLISECONDS,
        turn.takenAt + TURN_INTERVAL_MILLISECONDS,
        this.#pausedUntil,
      ),
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

  /**
   * Resolves when everything that was taken from the turns was stored and sent, as far as it could be: nothing more is
   * taken for it. False where packets of this turn are not stored.
   */
  async settle(turnId: string): Promise<boolean> {
    if (this.#unstored.length > 0) await this.drain();
    else {
      await this.#running;
      await this.#storing;
    }
    return !this.#unstored.some((batch) => batch.turnId === turnId);
  }

  /** Resolves when everything that was taken from the turns is sent, stored or not. */
  sent(): Promise<void> {
    return this.#running;
  }

  /** Packets that were stored in another way than through here. */
  tell(batch: Batch): void {
    this.#options.channel.publish([batch]);
  }

  /** Earlier than was meant before, where that is so. */
  #wakeAt(time: number): void {
    if (this.#timer && this.#dueAt <= time) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#dueAt = time;
    // A moment even after a pause: a model's tokens come in bursts.
    this.#timer = setTimeout(() => this.#tick(), Math.max(1, time - performance.now()));
  }

  /** Takes all that waits, also of turns that need not go yet: they come along for little, and then keep step. */
  #tick(): void {
    this.#timer = null;
    this.#lastTick = performance.now();
    const turns = [...this.#dirty];
    this.#dirty.clear();
    for (const turn of turns) turn.takenAt = this.#lastTick;
    const sendings = turns.map((turn) => ({ turn, packets: turn.takePending(), isSent: false }));
    for (const { turn, packets } of sendings) {
      const batch = batchOf(turn.turnId, packets);
      if (batch) this.#unstored.push(batch);
    }
    this.#unsent.push(...sendings);
    // One after another: a client must get the packets of a turn in order, however long one write takes.
    this.#running = this.#running.then(async () => {
      if (this.storesFirst) return this.#store();
      const most = this.#isAway ? PATIENCE_WHILE_AWAY_MILLISECONDS : PATIENCE_MILLISECONDS;
      if (!(await doneWithin(this.#store(), most))) this.#isAway = true;
      send(sendings);
    });
  }

  /** One write at a time: two of them at once could be seen in the wrong order, with a hole between. */
  #store(): Promise<void> {
    this.#storing = this.#storing.then(() => this.#storeWaiting());
    return this.#storing;
  }

  async #storeWaiting(): Promise<void> {
    const [batches, sendings] = [this.#unstored, this.#unsent];
    this.#unstored = [];
    this.#unsent = [];
    try {
      const stored = await this.#options.packets.append(this.#options.serverId, batches);
      // Fewer: some were there already, or belong to turns that are not ours any more.
      const ours = stored < batches.length ? await this.#withoutTaken(batches) : batches;
      this.#isAway = false;
      if (ours.length > 0) this.#options.channel.publish(ours);
      send(sendings);
    } catch (error) {
      this.#unstored = [...batches, ...this.#unstored];
      this.#unsent = [...sendings, ...this.#unsent];
      this.#options.onStoreError(error);
      // Nobody may have anything to add, and still it must be stored once the database is back.
      this.#pausedUntil = performance.now() + RETRY_MILLISECONDS;
      this.#wakeAt(this.#pausedUntil);
      this.#timer?.unref();
    }
  }

  /** Of turns that another server has ended in the meantime nothing was stored, so nothing of them may be sent. */
  async #withoutTaken(batches: readonly Batch[]): Promise<readonly Batch[]> {
    const taken = new Set(await this.#options.takenOf([...new Set(batches.map((batch) => batch.turnId))]));
    for (const turnId of taken) this.#options.onTaken(turnId);
    return batches.filter((batch) => !taken.has(batch.turnId));
  }
}

function send(sendings: readonly Sending[]): void {
  for (const sending of sendings) {
    if (sending.isSent) continue;
    sending.isSent = true;
    sending.turn.send(sending.packets);
  }
}
