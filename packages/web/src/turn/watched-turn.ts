import type { Packet } from '@ibid/core';
import { client } from '../api/request.js';
import { emptyTurnView, reducePackets } from '@ibid/core/turn-view';
import type { TurnView } from '@ibid/core/turn-view';

export interface LiveState {
  view: TurnView;
  connected: boolean;
  /** The stream was refused: only the stored message is available. */
  refused: boolean;
}

/** Follows one running turn. Packets are batched per frame, so a fast stream stays smooth. */
export class WatchedTurn {
  #state: LiveState;
  #waiting: Packet[] = [];
  #frame: ReturnType<typeof setTimeout> | null = null;
  /** Milliseconds it took to draw the last packets. */
  #cost = 0;
  readonly #listeners = new Set<() => void>();
  readonly #abort = new AbortController();
  readonly #turnId: string;
  #finished: Promise<void> | null = null;

  /** `known`: what the server has already sent of the turn; the stream continues after it (FLOW-8). */
  constructor(turnId: string, known: TurnView = emptyTurnView(turnId)) {
    this.#turnId = turnId;
    this.#state = { view: known, connected: true, refused: false };
  }

  /**
   * Connects at the first call or with the first listener. The constructor opens nothing, so it may be called during a
   * render.
   */
  follow(): Promise<void> {
    this.#finished ??= this.#read()
      .catch(() => this.#change({ ...this.#state, refused: true }))
      .finally(() => this.#flush());
    return this.#finished;
  }

  async #read(): Promise<void> {
    const packets = client.packets(this.#turnId, {
      after: this.#state.view.seq,
      attempts: Infinity,
      onConnection: (connected) => this.#change({ ...this.#state, connected }),
      signal: this.#abort.signal,
    });
    for await (const packet of packets) {
      this.#waiting.push(packet);
      this.#schedule();
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    void this.follow();
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): LiveState => this.#state;

  close(): void {
    this.#abort.abort();
  }

  // A timer instead of a frame callback: a hidden tab gets no frames, and its view should still be complete. Text that
  // is costly to draw, e.g. a huge table, is drawn less often, which keeps the page responsive.
  #schedule(): void {
    this.#frame ??= setTimeout(() => this.#flush(), Math.min(Math.max(32, this.#cost * 3), 1_000));
  }

  #flush(): void {
    if (this.#frame !== null) clearTimeout(this.#frame);
    this.#frame = null;
    if (this.#waiting.length === 0) return;
    const packets = this.#waiting;
    this.#waiting = [];
    const started = performance.now();
    this.#change({ ...this.#state, view: reducePackets(this.#state.view, packets) });
    // Drawing happens right after this task, so the next task measures it.
    setTimeout(() => {
      this.#cost = performance.now() - started;
    });
  }

  #change(state: LiveState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
