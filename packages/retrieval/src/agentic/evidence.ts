import type { JsonValue, RetrievedChunk } from '@ibid/core';
import { chunkPlace, type Chunk, type SearchHit, type WordCorrection } from '../knowledge/index.js';

export interface EvidenceEntry {
  chunk: RetrievedChunk;
  /** How promising the chunk is. Scores of one run are comparable. */
  score: number;
  /** The best score from a search; null if only hops led here. */
  searched: number | null;
  /** 0: found by a search. 1 or more: reached through links. */
  hop: number;
  /** How it was found, latest last, such as "search_content" or "link from X". */
  via: string[];
}

/** An exact count, and what was counted. */
export interface CountFigure {
  count: number;
  unit: 'items' | 'chunks';
  /** The filter in words, for the answer and the citation. */
  filter: string;
  knowledgeBaseIds: string[];
  /** Titles of counted items, up to the listing limit. */
  listed: { itemId: string; title: string }[];
}

/** What a run gathered. Repeated chunks merge: the best score wins, and text wins over no text (AGR-5). */
export class Evidence {
  readonly #entries = new Map<string, EvidenceEntry>();
  readonly counts: CountFigure[] = [];
  /** Corrections of mistyped words. */
  readonly corrected: WordCorrection[] = [];
  readonly searchedKnowledgeBaseIds = new Set<string>();
  /** Total chunks of each item, where known. Shows how much of it was read. */
  readonly itemSizes = new Map<string, number>();

  /** Returns how many chunks were new. */
  add(
    entries: readonly {
      chunk: RetrievedChunk;
      score: number;
      hop: number;
      via: string;
      /** A hop led here, not a search. */
      isHop?: boolean;
    }[],
  ): number {
    let added = 0;
    for (const { chunk, score, hop, via, isHop } of entries) {
      const known = this.#entries.get(chunk.chunkId);
      const searched = isHop ? null : score;
      if (!known) {
        added += 1;
        this.#entries.set(chunk.chunkId, { chunk: { ...chunk, score }, score, searched, hop, via: [via] });
        continue;
      }
      if (searched !== null) known.searched = Math.max(known.searched ?? 0, searched);
      if (!known.via.includes(via)) known.via.push(via);
      known.hop = Math.min(known.hop, hop);
      known.score = Math.max(known.score, score);
      known.chunk = { ...known.chunk, text: known.chunk.text ?? chunk.text, score: known.score };
    }
    return added;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Best first; ties in order of discovery. */
  ranked(): EvidenceEntry[] {
    return [...this.#entries.values()].toSorted((left, right) => right.score - left.score);
  }

  /** 0 for a chunk that was not found. */
  scoreOf(chunkId: string): number {
    return this.#entries.get(chunkId)?.score ?? 0;
  }

  has(chunkId: string): boolean {
    return this.#entries.has(chunkId);
  }

  chunksOf(itemId: string): EvidenceEntry[] {
    return [...this.#entries.values()].filter((entry) => entry.chunk.itemId === itemId);
  }
}

/** Turns a search hit into evidence. */
export function chunkOfHit(hit: SearchHit, withText = true): RetrievedChunk {
  return {
    ...chunkOf(hit, { title: hit.title, url: hit.url, metadata: hit.metadata }),
    text: withText ? hit.text : null,
    score: hit.score,
  };
}

export function chunkOf(
  chunk: Chunk,
  item: { title: string; url: string | null; metadata: Record<string, JsonValue> },
): RetrievedChunk {
  return {
    itemId: chunk.itemId,
    chunkId: chunk.id,
    title: item.title,
    text: chunk.text,
    score: null,
    ...(item.url ? { url: item.url } : {}),
    ...(Object.keys(item.metadata).length > 0 ? { metadata: item.metadata } : {}),
    knowledgeBaseId: chunk.knowledgeBaseId,
    ...chunkPlace(chunk),
  };
}
