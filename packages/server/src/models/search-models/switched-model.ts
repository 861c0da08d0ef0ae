import type { FetchProgress } from '@ibid/retrieval/internal';
import type { Logger } from 'pino';

const FIRST_RETRY_MILLISECONDS = 30_000;
const LAST_RETRY_MILLISECONDS = 15 * 60_000;

export interface SwitchedModelOptions<Model> {
  /** For the log. */
  task: string;
  /** The current setting; null if none. */
  chosen: () => Promise<string | null>;
  open: (
    choice: string | null,
    options: { signal: AbortSignal; onProgress: (progress: FetchProgress) => void },
  ) => Promise<Model | null>;
  /** Disposes of a replaced model. */
  retire: (model: Model) => void;
  onChange?: () => void;
  log: Logger;
}

export type SwitchState =
  | { phase: 'ready' | 'loading' | 'none'; choice: string | null }
  | { phase: 'fetching'; choice: string | null; progress: FetchProgress }
  | { phase: 'failed'; choice: string | null; problem: string };

/**
 * The configured model, replaced without interruption. The previous one stays in use until the new one is downloaded
 * and loaded; a model that cannot be opened is retried from time to time.
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

  /** The model in use; null if none. Waits while it loads, but not while it is downloaded. */
  get current(): Promise<Model | null> {
    return this.#current;
  }

  get state(): SwitchState {
    return this.#state;
  }

  /** Checks whether another model is set, or whether to retry one that failed. */
  look(options: { isAskedFor?: boolean } = {}): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look(options.isAskedFor ?? false)).catch(() => {});
    return this.#looking;
  }

  /** Nothing is opened afterwards. Returns the model to close. */
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
      // Most likely the settings cannot be read. Callers should not wait for a model meanwhile.
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
          // Callers should not wait for a download: search continues without the model until then.
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

  /** `replaces` also replaces an existing model. */
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
