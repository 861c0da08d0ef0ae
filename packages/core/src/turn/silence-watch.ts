import type { ProviderTimeLimits } from './run-turn-options.js';
import type { TurnClock } from './turn-clock.js';

/**
 * Detects a provider that has gone silent. A beat is one addition, because it happens at every chunk: the timer checks
 * the count periodically instead of being reset.
 */
export class SilenceWatch {
  readonly #clock: TurnClock;
  readonly #limits: ProviderTimeLimits;
  readonly #onSilence: () => void;
  #cancel: () => void;
  #seen = 0;
  /** Incremented by the reader at every part, including keep-alives. */
  beats = 0;
  /** Set by the reader at the first part of the answer. Until then a model may think for a long time. */
  hasContent = false;

  constructor(options: { clock: TurnClock; limits: ProviderTimeLimits; onSilence: () => void }) {
    this.#clock = options.clock;
    this.#limits = options.limits;
    this.#onSilence = options.onSilence;
    this.#cancel = this.#clock.after(this.#limits.firstTokenMilliseconds, this.#look);
  }

  stop(): void {
    this.#cancel();
  }

  readonly #look = (): void => {
    if (this.beats === this.#seen) {
      this.#onSilence();
      return;
    }
    this.#seen = this.beats;
    const { firstTokenMilliseconds, silenceMilliseconds } = this.#limits;
    const limit = this.hasContent ? silenceMilliseconds : firstTokenMilliseconds;
    this.#cancel = this.#clock.after(limit, this.#look);
  };
}
