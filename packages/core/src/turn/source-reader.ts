import type { ClaimSource } from '../citations/verify/claim-verifier.js';
import type { OpenClaim } from '../citations/answer-citations.js';
import { FILE_CHUNK_ID } from '../context/render-files.js';
import { itemIdOfFile } from '../context/number-sources.js';
import type { DescriptorStore } from '../descriptors/descriptor-store.js';
import type { AttachedFile } from '../messages/chat-message.js';
import type { ReferenceManager } from '../sources/reference-manager.js';
import { type RetrievedChunk, sourceIdOf } from '../sources/retrieved-chunk.js';
import type { Source } from '../sources/source.js';
import { pickPassages } from './pick-passages.js';

/**
 * Reads what a source says about a claim beyond what the model was shown: all of a short item, the likely passages of a
 * long one. Returns only what the user may see.
 */
export type ReadSource = (request: { source: Source; claim: string }) => Promise<readonly RetrievedChunk[]>;

/** A long text is checked in pieces. Neighbouring pieces overlap, so every sentence is whole in at least one. */
const PIECE_CHARACTERS = 4_000;
const SHARED_CHARACTERS = 800;
/** The most passages of one source that a claim is checked against. */
const MOST_PASSAGES = 24;
/** Texts are read up to this length. */
const MOST_CHARACTERS = 32_000_000;

/**
 * CIT-5, the whole source: what this turn and earlier ones collected of it, the text of the file, and the rest of the
 * item. Used only for claims that the shown passages leave undecided. Text that was read is cached until the turn ends.
 */
export class SourceReader {
  readonly #book: ReferenceManager;
  readonly #files: () => Iterable<AttachedFile>;
  readonly #descriptors: DescriptorStore | null;
  readonly #readSource: ReadSource | null;
  readonly #pieces = new Map<string, Promise<readonly RetrievedChunk[]>>();

  constructor(options: {
    book: ReferenceManager;
    files: () => Iterable<AttachedFile>;
    descriptors: DescriptorStore | null;
    readSource: ReadSource | null;
  }) {
    this.#book = options.book;
    this.#files = options.files;
    this.#descriptors = options.descriptors;
    this.#readSource = options.readSource;
  }

  /**
   * The sources of a claim with everything that can be read of them. Null: nothing beyond what it was checked against.
   */
  async wholeSources(
    open: OpenClaim,
    sourceByNumber: (number: number) => Source | undefined,
  ): Promise<ClaimSource[] | null> {
    let hasMore = false;
    const whole = await Promise.all(
      open.sources.map(async ({ number, chunks }) => {
        const source = sourceByNumber(number);
        const rest = source ? await this.#rest(source, open.claim) : [];
        const more = rest.filter((chunk) => !chunks.some((shown) => covers(shown, chunk)));
        hasMore ||= more.length > 0;
        return {
          number,
          chunks: [...chunks.filter((shown) => !more.some((chunk) => covers(chunk, shown))), ...more],
        };
      }),
    );
    return hasMore ? whole : null;
  }

  async #rest(source: Source, claim: string): Promise<readonly RetrievedChunk[]> {
    const read = (await this.#readSource?.({ source, claim }).catch(() => null)) ?? [];
    const passages = [
      ...this.#book.chunksOfItem(source.itemId),
      ...read,
      ...(await this.#fileOf(source.itemId)),
    ];
    return pickPassages({ claim, passages: withoutRepeats(passages), most: MOST_PASSAGES });
  }

  #fileOf(itemId: string): Promise<readonly RetrievedChunk[]> {
    const known = this.#pieces.get(itemId);
    if (known) return known;
    const read = this.#readFile(itemId).catch(() => []);
    this.#pieces.set(itemId, read);
    return read;
  }

  async #readFile(itemId: string): Promise<readonly RetrievedChunk[]> {
    for (const file of this.#files()) {
      if (itemIdOfFile(file) !== itemId) continue;
      const stored = async () =>
        file.descriptor === null || this.#descriptors === null
          ? null
          : this.#descriptors.read(file.descriptor, { start: 0, end: MOST_CHARACTERS });
      const text = file.text ?? (await stored());
      if (text) return piecesOf(text.slice(0, MOST_CHARACTERS), { itemId, title: file.name });
    }
    return [];
  }
}

function piecesOf(text: string, file: { itemId: string; title: string }): RetrievedChunk[] {
  const pieces: RetrievedChunk[] = [];
  for (let start = 0; start < text.length; start += PIECE_CHARACTERS - SHARED_CHARACTERS) {
    const end = Math.min(text.length, start + PIECE_CHARACTERS);
    const chunk = { ...file, chunkId: FILE_CHUNK_ID, score: null, span: { start, end } };
    pieces.push({ ...chunk, text: text.slice(start, end) });
    if (end === text.length) break;
  }
  return pieces;
}

/**
 * Several calls may have found the same chunk, and it may have been read again. Pieces of a file differ by position.
 */
function withoutRepeats(chunks: readonly RetrievedChunk[]): RetrievedChunk[] {
  const byPlace = new Map<string, RetrievedChunk>();
  for (const chunk of chunks) {
    const place = `${sourceIdOf(chunk)} ${chunk.chunkId === FILE_CHUNK_ID ? (chunk.span?.start ?? 0) : ''}`;
    const known = byPlace.get(place);
    if (!known || !covers(known, chunk)) byPlace.set(place, chunk);
  }
  return [...byPlace.values()];
}

/** The same chunk may occur three times (shown, collected, read), in part or whole. */
function covers(one: RetrievedChunk, other: RetrievedChunk): boolean {
  if (one.itemId !== other.itemId || one.chunkId !== other.chunkId) return false;
  if (one.chunkId !== FILE_CHUNK_ID) return (one.text?.length ?? 0) >= (other.text?.length ?? 0);
  const [outer, inner] = [one.span, other.span];
  return outer !== undefined && inner !== undefined && outer.start <= inner.start && outer.end >= inner.end;
}
