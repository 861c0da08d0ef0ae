import { type RetrievedChunk, sourceIdOf } from './retrieved-chunk.js';

/** Links an answer to a chunk that it cites. */
export interface SourceReference {
  number: number;
  /** `<itemId>-<chunkId>`. */
  sourceId: string;
}

/** What one answer cited. */
export interface ReferenceSet {
  answerId: string;
  references: SourceReference[];
}

/**
 * REF-1: collects the chunks of tool results, in order and by call, and the reference set of each answer. It assigns no
 * numbers and decides nothing: numbers and fitting belong to the history manager (REF-3).
 */
export class ReferenceManager {
  readonly #byCall = new Map<string, readonly RetrievedChunk[]>();
  readonly #sets: ReferenceSet[] = [];
  /** Everything ever collected, so a reference still resolves after reduction. */
  readonly #bySourceId = new Map<string, RetrievedChunk>();
  #earlier: (() => Iterable<RetrievedChunk>) | null;

  /** `earlier`: what former turns collected, oldest first. Called once, when an item is first looked up. */
  constructor(options: { earlier?: () => Iterable<RetrievedChunk> } = {}) {
    this.#earlier = options.earlier ?? null;
  }

  /** Adds chunks of a call, after those it already has. */
  collect(callId: string, chunks: readonly RetrievedChunk[]): void {
    this.#byCall.set(callId, [...this.chunksOf(callId), ...chunks]);
    for (const chunk of chunks) this.#remember(chunk);
  }

  /** All chunks, in the order of their calls. */
  allChunks(): RetrievedChunk[] {
    return [...this.#byCall.values()].flat();
  }

  chunksByCall(): ReadonlyMap<string, readonly RetrievedChunk[]> {
    return new Map(this.#byCall);
  }

  chunksOf(callId: string): readonly RetrievedChunk[] {
    return this.#byCall.get(callId) ?? [];
  }

  /** Sets what is left of each call after reduction. Calls not listed keep nothing. */
  replace(chunksByCall: ReadonlyMap<string, readonly RetrievedChunk[]>): void {
    for (const callId of this.#byCall.keys()) this.#byCall.set(callId, chunksByCall.get(callId) ?? []);
  }

  addReferenceSet(set: ReferenceSet): void {
    this.#sets.push(set);
  }

  get referenceSets(): readonly ReferenceSet[] {
    return this.#sets;
  }

  get latestReferenceSet(): ReferenceSet | null {
    return this.#sets.at(-1) ?? null;
  }

  /** The chunks that the latest set refers to, in its order, each once. */
  latestReferencedChunks(): RetrievedChunk[] {
    const ids = new Set(this.latestReferenceSet?.references.map(({ sourceId }) => sourceId));
    return [...ids].flatMap((id) => this.chunk(id) ?? []);
  }

  /** The chunk collected under this id, even if reduction has removed it since. */
  chunk(sourceId: string): RetrievedChunk | undefined {
    return this.#bySourceId.get(sourceId);
  }

  /** All chunks ever collected of an item, in this turn and before it, each once. */
  chunksOfItem(itemId: string): RetrievedChunk[] {
    const earlier = this.#earlier;
    this.#earlier = null;
    if (earlier) for (const chunk of earlier()) this.#remember(chunk);
    return [...this.#bySourceId.values()].filter((chunk) => chunk.itemId === itemId);
  }

  #remember(chunk: RetrievedChunk): void {
    const id = sourceIdOf(chunk);
    const known = this.#bySourceId.get(id);
    if (!known || (known.text === null && chunk.text !== null)) this.#bySourceId.set(id, chunk);
  }
}
