import type { IngestProgress } from '@ibid/retrieval/internal';

/** A file that makes no progress for so long is not waited for, so a search answers with what is there. */
const STALLED_MILLISECONDS = 60_000;
/** How often progress is looked at. */
const LOOK_MILLISECONDS = 500;

/** Files that are being made searchable while a turn runs. */
export class FilesBeingRead {
  readonly #names: string;
  readonly #done: Promise<void>;
  #isDone = false;
  #share = 0;
  #reports = 0;

  /** `read` starts at once and must not reject. */
  constructor(
    names: readonly string[],
    read: (onProgress: (progress: IngestProgress) => void) => Promise<void>,
  ) {
    this.#names = names.join(', ');
    this.#done = read(({ share }) => {
      this.#reports += 1;
      this.#share = share ?? this.#share;
    }).then(() => {
      this.#isDone = true;
    });
  }

  /** For people, while it lasts. */
  get words(): string {
    return `Reading ${this.#names}: ${Math.floor(this.#share * 100)} %`;
  }

  /** For the model, if a search could not wait any longer. */
  get notSearched(): string {
    return `${this.#names}: still being read, so only a part could be searched. Search again later, or read it by its handle.`;
  }

  /** Waits while there is progress. False if the files are not ready: nothing moved for a while, or it was aborted. */
  async ready(options: { signal: AbortSignal; onWords: (words: string) => void }): Promise<boolean> {
    const { signal, onWords } = options;
    let seen = this.#reports;
    let movedAt = performance.now();
    let said = '';
    while (!this.#isDone && !signal.aborted) {
      if (this.#reports !== seen) {
        seen = this.#reports;
        movedAt = performance.now();
      } else if (performance.now() - movedAt > STALLED_MILLISECONDS) return false;
      if (this.words !== said) onWords((said = this.words));
      await this.#orSoon(signal);
    }
    return this.#isDone;
  }

  #orSoon(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, LOOK_MILLISECONDS);
      signal.addEventListener('abort', finish, { once: true });
      void this.#done.then(finish);
    });
  }
}
