import type { OpenClaim } from '../citations/answer-citations.js';
import type { Citation } from '../citations/citation.js';
import type { ClaimCheck } from '../citations/verify/claim-check.js';
import { type EmbedTexts, refineWithEmbeddings } from '../citations/verify/refine-with-embeddings.js';
import type { Source } from '../references/source.js';
import { recheckClaim } from './recheck-claim.js';
import { type AskSecondOpinion, giveSecondOpinions, type OpenCitation } from './second-opinion.js';
import type { SourceReader } from './source-reader.js';
import type { TurnClock } from './turn-clock.js';

/** How long the end of a turn waits for the rest of its sources, and then for vectors. */
const MOST_READING_MILLISECONDS = 5_000;
const MOST_MILLISECONDS = 1_000;
const MOST_ASKING_MILLISECONDS = 30_000;

/**
 * CIT-5, the second look at claims that what was shown leaves open: against the whole source, then, where vectors are
 * to be had, by meaning. It goes on while the answer does; nothing waits for it but the end of the turn, and that not
 * for long. Whatever comes later, or fails, changes nothing.
 */
export class CitationRefiner {
  readonly #reader: SourceReader;
  readonly #embed: EmbedTexts | null;
  readonly #reading = new Set<Promise<unknown>>();
  readonly #pending = new Set<Promise<unknown>>();
  readonly #open = new Map<string, OpenCitation>();

  constructor(options: { reader: SourceReader; embed: EmbedTexts | null }) {
    this.#reader = options.reader;
    this.#embed = options.embed;
  }

  /** `refined` is called with the citation as it was and as it is now, if that is something else. */
  add(
    open: OpenClaim,
    options: {
      sourceByNumber: (number: number) => Source | undefined;
      refined: (before: Citation, after: Citation) => void;
    },
  ): void {
    let { citation, check } = open;
    const { refined } = options;
    const note = (chunks: OpenCitation['chunks']) =>
      this.#open.set(citation.citationId, { citation, claim: open.claim, chunks, refined });
    note(open.chunks);
    const tell = (better: ClaimCheck) => {
      if (better === check) return;
      const { reason: _, together: __, ...identity } = citation;
      const after = { ...identity, ...better };
      refined(citation, after);
      [citation, check] = [after, better];
      note(this.#open.get(citation.citationId)?.chunks ?? open.chunks);
    };
    const read = this.#reader.wholeSources(open, options.sourceByNumber).then((sources) => {
      note(sources?.find(({ number }) => number === citation.number)?.chunks ?? open.chunks);
      if (sources) tell(recheckClaim(open, sources));
      return sources ?? open.sources;
    });
    keep(this.#reading, read);
    const embed = this.#embed;
    if (!embed) return;
    const compare = async (): Promise<void> => {
      const sources = await read.catch(() => open.sources);
      const { chunks } = sources.find(({ number }) => number === citation.number) ?? open;
      tell(await refineWithEmbeddings({ check, claim: open.claim, chunks, embed }));
    };
    keep(this.#pending, compare());
  }

  /** CIT-8: of what is still in doubt. The turn waits for it as long as a person would. */
  async secondOpinions(
    ask: AskSecondOpinion,
    options: { clock: TurnClock; signal: AbortSignal },
  ): Promise<void> {
    const asked = new Set<Promise<unknown>>();
    keep(asked, giveSecondOpinions([...this.#open.values()], ask));
    await settledWithin(asked, MOST_ASKING_MILLISECONDS, options);
  }

  async settled(options: { clock: TurnClock; signal: AbortSignal }): Promise<void> {
    await settledWithin(this.#reading, MOST_READING_MILLISECONDS, options);
    await settledWithin(this.#pending, MOST_MILLISECONDS, options);
  }
}

/** Without vectors, or the rest of the source, what is known decides. */
function keep(pending: Set<Promise<unknown>>, work: Promise<unknown>): void {
  const quiet = work.catch(() => {});
  pending.add(quiet);
  void quiet.then(() => pending.delete(quiet));
}

function settledWithin(
  pending: ReadonlySet<Promise<unknown>>,
  milliseconds: number,
  { clock, signal }: { clock: TurnClock; signal: AbortSignal },
): Promise<void> {
  if (pending.size === 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      cancel();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(milliseconds, finish);
    signal.addEventListener('abort', finish, { once: true });
    void Promise.all(pending).then(finish);
  });
}
