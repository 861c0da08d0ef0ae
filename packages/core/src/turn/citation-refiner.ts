import type { Citation } from '../citations/citation.js';
import type { OpenClaim } from '../citations/answer-citations.js';
import { type EmbedTexts, refineWithEmbeddings } from '../citations/verify/refine-with-embeddings.js';
import type { TurnClock } from './turn-clock.js';

/** How long the end of a turn waits for vectors. */
const MOST_MILLISECONDS = 1_000;

/**
 * CIT-5, the second signal: claims that words alone leave unsupported are compared by meaning while the answer goes on.
 * Nothing waits for it but the end of the turn, and that not for long; whatever comes later, or fails, changes nothing.
 */
export class CitationRefiner {
  readonly #embed: EmbedTexts;
  readonly #pending = new Set<Promise<void>>();

  constructor(options: { embed: EmbedTexts }) {
    this.#embed = options.embed;
  }

  /** `refined` is called with the citation as it was and as it is now, if that is something else. */
  add(open: OpenClaim, refined: (before: Citation, after: Citation) => void): void {
    const { citation, check } = open;
    const work = refineWithEmbeddings({ ...open, embed: this.#embed }).then(
      (better) => {
        if (better !== check) refined(citation, { ...citation, ...better });
      },
      () => {
        // Without vectors, words alone decide.
      },
    );
    this.#pending.add(work);
    void work.then(() => this.#pending.delete(work));
  }

  settled({ clock, signal }: { clock: TurnClock; signal: AbortSignal }): Promise<void> {
    if (this.#pending.size === 0 || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = () => {
        cancel();
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const cancel = clock.after(MOST_MILLISECONDS, finish);
      signal.addEventListener('abort', finish, { once: true });
      void Promise.all(this.#pending).then(finish);
    });
  }
}
