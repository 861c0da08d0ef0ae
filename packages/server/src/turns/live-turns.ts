import { LiveTurn } from './live-turn.js';
import { PacketPump } from './packet-pump.js';
import type { PacketPumpOptions } from './packet-pump.js';

interface RunningTurn {
  live: LiveTurn;
  stop: () => void;
  /** Ends the turn for reasons of the server, without a user's request. */
  interrupt: () => void;
  /** Resolves when the turn is over and stored. */
  done: Promise<void>;
}

/** The turns that run in this process. */
export class LiveTurns {
  readonly #turns = new Map<string, RunningTurn>();
  readonly #pump: PacketPump;

  constructor(options: Omit<PacketPumpOptions, 'onTaken'>) {
    this.#pump = new PacketPump({ ...options, onTaken: (turnId) => this.abandon(turnId) });
  }

  /** Whether nothing is sent before it is stored, however long that takes. */
  get storesFirst(): boolean {
    return this.#pump.storesFirst;
  }

  /** Another server has ended it: what that one stored counts, and watchers here must reconnect. */
  abandon(turnId: string): void {
    const turn = this.#turns.get(turnId);
    this.#turns.delete(turnId);
    turn?.live.abandon();
    turn?.stop();
  }

  create(options: { turnId: string; conversationId: string }): LiveTurn {
    return new LiveTurn({ ...options, pump: this.#pump });
  }

  /** Keeps the turn until it is done. */
  run(turn: RunningTurn): void {
    this.#turns.set(turn.live.turnId, turn);
    void turn.done.finally(() => this.#turns.delete(turn.live.turnId));
  }

  get(turnId: string): LiveTurn | null {
    return this.#turns.get(turnId)?.live ?? null;
  }

  /** False if the turn does not run here. */
  stop(turnId: string): boolean {
    const turn = this.#turns.get(turnId);
    turn?.stop();
    return turn !== undefined;
  }

  get size(): number {
    return this.#turns.size;
  }

  get watchers(): number {
    let count = 0;
    for (const turn of this.#turns.values()) count += turn.live.watchers;
    return count;
  }

  /** Resolves when everything taken from the turns is stored and sent; false if that failed for this turn. */
  settle(turnId: string): Promise<boolean> {
    return this.#pump.settle(turnId);
  }

  /** Resolves when everything taken from the turns is sent; the database may still be unavailable. */
  sent(): Promise<void> {
    return this.#pump.sent();
  }

  /** Publishes packets stored with the end of their turn to clients of other servers. */
  tell(batch: Parameters<PacketPump['tell']>[0]): void {
    this.#pump.tell(batch);
  }

  /** Resolves when everything produced so far is stored. */
  drain(): Promise<void> {
    return this.#pump.drain();
  }

  /** Lets running turns finish for a while, then interrupts them. Either way, their output is stored. */
  async close(patienceMilliseconds: number): Promise<void> {
    const all = () => Promise.all([...this.#turns.values()].map((turn) => turn.done));
    if (this.#turns.size > 0) {
      await Promise.race([all(), new Promise((resolve) => setTimeout(resolve, patienceMilliseconds))]);
    }
    for (const turn of this.#turns.values()) turn.interrupt();
    await all();
    await this.#pump.drain();
  }
}
