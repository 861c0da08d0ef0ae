import type { PacketRepository, StoredPackets } from '@ibid/store/internal';
import type { LiveChannel } from '../scale/live-channel.js';
import { doneWithin } from './done-within.js';
import type { LiveTurn } from './live-turn.js';
import { batchOf } from './packet-frames.js';
import type { EncodedPacket } from './packet-frames.js';

/**
 * Between two pieces of one turn. The first packet after a pause is sent at once; the following ones wait this long.
 */
const TURN_INTERVAL_MILLISECONDS = 45;
/** Between two writes for any turns: the tokens of many slow turns share few writes. */
const WRITE_INTERVAL_MILLISECONDS = 16;
/** How long a slow database may delay clients; a loaded machine takes its time. */
const PATIENCE_MILLISECONDS = 1_000;
/** The same once that was exceeded: the database counts as down, and the turns continue. */
const PATIENCE_WHILE_AWAY_MILLISECONDS = 60;
/** After a failed write. */
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
   * Whether nothing is ever sent before it is stored. If servers share a database, one that cannot reach it may be
   * presumed dead, and another may end its turns: what it sent meanwhile would then not exist.
   */
  storesFirst: boolean;
  /** The given turns that another server has ended. */
  takenOf: (turnIds: readonly string[]) => Promise<readonly string[]>;
  onTaken: (turnId: string) => void;
  onStoreError: (error: unknown) => void;
  /** To other processes. */
  channel: Pick<LiveChannel, 'publish'>;
}

/**
 * Stores and sends the packets of all live turns together: one write for all of them, one piece of text per turn for
 * its watchers. Packets are stored first, so after a crash everything that a client has seen exists.
 */
export class PacketPump {
  readonly #options: PacketPumpOptions;
  readonly #dirty = new Set<LiveTurn>();
  /** Batches not stored yet; retried with the next write. */
  #unstored: Batch[] = [];
  /** Pieces taken from the turns that belong to unstored batches. */
  #unsent: Sending[] = [];
  /** Whether the last write exceeded the patience. */
  #isAway = false;
  #timer: NodeJS.Timeout | null = null;
  /** When the timer fires. */
  #dueAt = 0;
  #lastTick = -Infinity;
  /** After a failed write, no other one is tried before this. */
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

  /** Resolves when everything pending is stored or has failed. */
  async drain(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#tick();
    await this.#running;
    await this.#storing;
  }

  /**
   * Resolves when everything already taken from the turns is stored and sent as far as possible; takes nothing more.
   * False if packets of this turn are not stored.
   */
  async settle(turnId: string): Promise<boolean> {
    if (this.#unstored.length > 0) await this.drain();
    else {
      await this.#running;
      await this.#storing;
    }
    return !this.#unstored.some((batch) => batch.turnId === turnId);
  }

  /** Resolves when everything taken from the turns is sent, stored or not. */
  sent(): Promise<void> {
    return this.#running;
  }

  /** Publishes packets that were stored elsewhere. */
  tell(batch: Batch): void {
    this.#options.channel.publish([batch]);
  }

  /** Moves the timer forward if needed. */
  #wakeAt(time: number): void {
    if (this.#timer && this.#dueAt <= time) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#dueAt = time;
    // A short delay even after a pause: a model's tokens come in bursts.
    this.#timer = setTimeout(() => this.#tick(), Math.max(1, time - performance.now()));
  }

  /** Takes everything pending, also of turns that are not due: that costs little and keeps them in step. */
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
    // One after another: a client must get the packets of a turn in order, however long a write takes.
    this.#running = this.#running.then(async () => {
      if (this.storesFirst) return this.#store();
      const most = this.#isAway ? PATIENCE_WHILE_AWAY_MILLISECONDS : PATIENCE_MILLISECONDS;
      if (!(await doneWithin(this.#store(), most))) this.#isAway = true;
      send(sendings);
    });
  }

  /** One write at a time: two in parallel could become visible in the wrong order, with a gap. */
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
      // Fewer: some existed already, or belong to turns that are no longer ours.
      const ours = stored < batches.length ? await this.#withoutTaken(batches) : batches;
      this.#isAway = false;
      if (ours.length > 0) this.#options.channel.publish(ours);
      send(sendings);
    } catch (error) {
      this.#unstored = [...batches, ...this.#unstored];
      this.#unsent = [...sendings, ...this.#unsent];
      this.#options.onStoreError(error);
      // There may be nothing to add, and still this must be stored once the database is back.
      this.#pausedUntil = performance.now() + RETRY_MILLISECONDS;
      this.#wakeAt(this.#pausedUntil);
      this.#timer?.unref();
    }
  }

  /** Nothing was stored of turns that another server has ended meanwhile, so nothing of them may be sent. */
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
