import type { FetchProgress } from '@ibid/retrieval/internal';
import type { Logger } from 'pino';

const FIRST_RETRY_MILLISECONDS = 30_000;
const LAST_RETRY_MILLISECONDS = 15 * 60_000;

export interface SwitchedModelOptions<Model> {
  /** For the log. */
  task: string;
  /** What the settings say now; null: nothing. */
  chosen: () => Promise<string | null>;
  open: (
    choice: string | null,
    options: { signal: AbortSignal; onProgress: (progress: FetchProgress) => void },
  ) => Promise<Model | null>;
  /** Of one that another has taken the place of. */
  retire: (model: Model) => void;
  onChange?: () => void;
  log: Logger;
}

export type SwitchState =
  | { phase: 'ready' | 'loading' | 'none'; choice: string | null }
  | { phase: 'fetching'; choice: string | null; progress: FetchProgress }
  | { phase: 'failed'; choice: string | null; problem: string };

/**
 * The model that the settings name, exchanged while everything continues. The one before stays in use until the new one is
 * fetched and loaded; one that cannot be had is tried again from time to time.
 */
export class SwitchedModel<Model> {
  readonly #options: SwitchedModelOptions<Model>;
  #current: Promise<Model | null>;
  #settleFirst: ((model: Model | null) => void) | null = null;
  #isSettled = false;
  #choice: string | null | undefined;
  #state: SwitchState = { phase: 'loading', choice: null };
  #opening: { abort: AbortController; done: Promise<void> } | null = null;
  #retryAt = Infinity;
  #failures = 0;
  #looking: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: SwitchedModelOptions<Model>) {
    this.#options = options;
    this.#current = new Promise((resolve) => {
      this.#settleFirst = resolve;
    });
  }

  /** In use now; null: none. Waits for one that loads, and not for one that has to be fetched. */
  get current(): Promise<Model | null> {
    return this.#current;
  }

  get state(): SwitchState {
    return this.#state;
  }

  /** Looks whether another one is set, or whether one that failed is to be tried again. */
  look(options: { isAskedFor?: boolean } = {}): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look(options.isAskedFor ?? false)).catch(() => {});
    return this.#looking;
  }

  /** After it nothing is opened any more; gives what is to be closed. */
  async close(): Promise<Model | null> {
    this.#isClosed = true;
    this.#opening?.abort.abort();
    await this.#opening?.done;
    this.#use(null, false);
    return this.#current;
  }

  async #look(isAskedFor: boolean): Promise<void> {
    if (this.#isClosed) return;
    let choice: string | null;
    try {
      choice = await this.#options.chosen();
    } catch (error) {
      // Settings that cannot be read, most likely. Nobody should wait for a model meanwhile.
      if (!this.#isSettled) this.#fail(null, error as Error);
      return;
    }
    const isNew = choice !== this.#choice;
    const isDue = this.#state.phase === 'failed' && (isAskedFor || Date.now() >= this.#retryAt);
    if (!isNew && !isDue) return;
    this.#opening?.abort.abort();
    await this.#opening?.done;
    if (this.#isClosed) return;
    if (isNew) this.#failures = 0;
    this.#choice = choice;
    const abort = new AbortController();
    this.#opening = { abort, done: this.#open(choice, abort.signal) };
  }

  async #open(choice: string | null, signal: AbortSignal): Promise<void> {
    const { open, log, task } = this.#options;
    this.#state = { phase: 'loading', choice };
    try {
      const model = await open(choice, {
        signal,
        onProgress: (progress) => {
          if (this.#state.phase !== 'fetching') log.info({ choice, task }, 'downloading a search model');
          this.#state = { phase: 'fetching', choice, progress };
          // Nobody should wait for a download: until it is there, search continues without.
          this.#use(null, false);
        },
      });
      if (signal.aborted) {
        if (model) this.#options.retire(model);
        return;
      }
      this.#state = { phase: model ? 'ready' : 'none', choice };
      this.#failures = 0;
      this.#use(model, true);
    } catch (error) {
      if (signal.aborted) return;
      this.#fail(choice, error as Error);
    }
  }

  #fail(choice: string | null, error: Error): void {
    const { log, task } = this.#options;
    log.warn({ reason: error.message, choice, task }, 'a search model is not available');
    this.#state = { phase: 'failed', choice, problem: error.message };
    this.#retryAt =
      Date.now() + Math.min(FIRST_RETRY_MILLISECONDS * 2 ** this.#failures, LAST_RETRY_MILLISECONDS);
    this.#failures += 1;
    this.#use(null, false);
  }

  /** `replaces`: also where there is one already. */
  #use(model: Model | null, replaces: boolean): void {
    if (!this.#isSettled) {
      this.#isSettled = true;
      this.#settleFirst?.(model);
    } else if (replaces) {
      void this.#current.then((before) => before && this.#options.retire(before));
      this.#current = Promise.resolve(model);
    } else return;
    if (replaces) this.#options.onChange?.();
  }
}
