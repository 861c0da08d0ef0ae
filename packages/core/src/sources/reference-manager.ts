import { type RetrievedChunk, sourceIdOf } from './retrieved-chunk.js';

/** Points from an answer to a chunk it rests on. */
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
 * REF-1: collects the chunks of tool results, in order and by call, and the reference set of each answer. It knows
 * no numbers of its own and decides nothing: numbers and fitting are the history manager's (REF-3).
 */
export class ReferenceManager {
  readonly #byCall = new Map<string, readonly RetrievedChunk[]>();
  readonly #sets: ReferenceSet[] = [];
  /** Everything ever collected: a reference resolves after reduction, too. */
  readonly #bySourceId = new Map<string, RetrievedChunk>();
  #earlier: (() => Iterable<RetrievedChunk>) | null;

  /** `earlier`: what former turns collected, oldest first. Asked for once, and only when an item is looked up. */
  constructor(options: { earlier?: () => Iterable<RetrievedChunk> } = {}) {
    this.#earlier = options.earlier ?? null;
  }

  /** Chunks of a call; called again for the same call, they follow the ones it already has. */
  collect(callId: string, chunks: readonly RetrievedChunk[]): void {
    this.#byCall.set(callId, [...this.chunksOf(callId), ...chunks]);
    for (const chunk of chunks) this.#remember(chunk);
  }

  /** All chunks, calls in the order in which they came. */
  allChunks(): RetrievedChunk[] {
    return [...this.#byCall.values()].flat();
  }

  chunksByCall(): ReadonlyMap<string, readonly RetrievedChunk[]> {
    return new Map(this.#byCall);
  }

  chunksOf(callId: string): readonly RetrievedChunk[] {
    return this.#byCall.get(callId) ?? [];
  }

  /** After reduction: what is left of each call. Calls that are not named keep nothing. */
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

  /** The chunks that the latest set points to, in its order, each once. */
  latestReferencedChunks(): RetrievedChunk[] {
    const ids = new Set(this.latestReferenceSet?.references.map(({ sourceId }) => sourceId));
    return [...ids].flatMap((id) => this.chunk(id) ?? []);
  }

  /** Whatever was collected under this id, whether or not reduction has taken it since. */
  chunk(sourceId: string): RetrievedChunk | undefined {
    return this.#bySourceId.get(sourceId);
  }

  /** All that was ever collected of an item, in this turn and before it, each chunk once. */
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
