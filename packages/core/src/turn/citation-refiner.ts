import { judgedBy, type OpenClaim } from '../citations/answer-citations.js';
import type { Citation } from '../citations/citation.js';
import type { ClaimCheck } from '../citations/verify/claim-check.js';
import { type EmbedTexts, refineWithEmbeddings } from '../citations/verify/refine-with-embeddings.js';
import { refineWithReader, type SecondReader } from '../citations/verify/refine-with-reader.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { Source } from '../sources/source.js';
import { pickPassages } from './pick-passages.js';
import { inFile, recheckClaim } from './recheck-claim.js';
import { type AskSecondOpinion, giveSecondOpinions, type OpenCitation } from './second-opinion.js';
import { settledWithin } from './settled-within.js';
import type { SourceReader } from './source-reader.js';
import type { TurnClock } from './turn-clock.js';

/**
 * How long the end of a turn waits for further source text, for vectors, for second opinions and for the second reader.
 */
const MOST_READING_MILLISECONDS = 5_000;
const MOST_MILLISECONDS = 1_000;
const MOST_ASKING_MILLISECONDS = 30_000;
const MOST_READER_MILLISECONDS = 10_000;

/** The second reader gets only the best chunks of each source. */
const MOST_CHUNKS_READ = 6;

interface RefinedCitation extends OpenCitation {
  check: ClaimCheck;
  tell: (check: ClaimCheck) => void;
}

/**
 * CIT-5, the second check of claims that the shown passages leave undecided: against the whole source, then by meaning
 * if vectors are available. It runs while the answer streams. Only the end of the turn waits for it, for a limited
 * time. Late results and failures change nothing.
 */
export class CitationRefiner {
  readonly #reader: SourceReader;
  readonly #embed: EmbedTexts | null;
  readonly #reading = new Set<Promise<unknown>>();
  readonly #pending = new Set<Promise<unknown>>();
  readonly #open = new Map<string, RefinedCitation>();
  readonly #secondReader: SecondReader | null;

  constructor(options: {
    reader: SourceReader;
    embed: EmbedTexts | null;
    secondReader: SecondReader | null;
  }) {
    this.#reader = options.reader;
    this.#embed = options.embed;
    this.#secondReader = options.secondReader;
  }

  /** `refined` is called with the citation before and after, if it changed. */
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
      this.#open.set(citation.citationId, { citation, claim: open.claim, chunks, refined, check, tell });
    const tell = (found: ClaimCheck) => {
      if (found === check) return;
      const better = { ...found, passage: found.passage && inFile(found.passage) };
      const after = judgedBy(better, citation);
      refined(citation, after);
      [citation, check] = [after, better];
      note(this.#open.get(citation.citationId)?.chunks ?? open.chunks);
    };
    note(open.chunks);
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

  /** Everything read from the sources of doubtful claims. */
  get passagesRead(): RetrievedChunk[] {
    return [...this.#open.values()].flatMap(({ chunks }) => chunks);
  }

  /** CIT-8: for citations still in doubt. The turn waits for it up to a limit that a user would accept. */
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
    const read = this.#secondReader;
    if (!read) return;
    const asked = new Set<Promise<unknown>>();
    keep(asked, this.#readAgain(read));
    await settledWithin(asked, MOST_READER_MILLISECONDS, options);
  }

  /** Once the text is complete, calls the reader once for everything still undecided in the answer. */
  async #readAgain(read: SecondReader): Promise<void> {
    const open = [...this.#open.values()].filter(({ check }) => check.atBest !== undefined);
    const claims = await Promise.all(
      open.map(async ({ check, claim, chunks }) => ({
        check,
        claim,
        chunks: await pickPassages({ claim, passages: chunks, most: MOST_CHUNKS_READ }),
      })),
    );
    const checks = await refineWithReader({ claims, read });
    for (const [index, { tell, check }] of open.entries()) tell(checks[index] ?? check);
  }
}

/** If vectors or further source text are unavailable, what is known decides. */
function keep(pending: Set<Promise<unknown>>, work: Promise<unknown>): void {
  const quiet = work.catch(() => {});
  pending.add(quiet);
  void quiet.then(() => pending.delete(quiet));
}
