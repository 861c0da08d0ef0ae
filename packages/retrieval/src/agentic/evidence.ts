import type { JsonValue, RetrievedChunk } from '@ibid/core';
import { chunkPlace, type Chunk, type SearchHit, type WordCorrection } from '../knowledge/index.js';

export interface EvidenceEntry {
  chunk: RetrievedChunk;
  /** How promising it is, by a search or by what led to it, comparable over the run. */
  score: number;
  /** The best score that a search gave it; null when only hops led to it. */
  searched: number | null;
  /** 0: found by a search; 1 and more: reached over links. */
  hop: number;
  /** How it was found, newest last, e.g. "search_content", "link from X". */
  via: string[];
}

/** An exact count, and what was counted. */
export interface CountFigure {
  count: number;
  unit: 'items' | 'chunks';
  /** In words, for the answer and the citation. */
  filter: string;
  knowledgeBaseIds: string[];
  /** Titles, as many as were listed. */
  listed: { itemId: string; title: string }[];
}

/** What a run gathered. Repeated chunks merge: the best score wins, text beats no text (AGR-5). */
export class Evidence {
  readonly #entries = new Map<string, EvidenceEntry>();
  readonly counts: CountFigure[] = [];
  /** Words that were searched for instead of mistyped ones. */
  readonly corrected: WordCorrection[] = [];
  readonly searchedKnowledgeBaseIds = new Set<string>();
  /** Chunks each item has in all, where known: tells how deeply it was read. */
  readonly itemSizes = new Map<string, number>();

  /** Returns how many chunks were new. */
  add(
    entries: readonly {
      chunk: RetrievedChunk;
      score: number;
      hop: number;
      via: string;
      /** It was not searched for: something else led to it. */
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

/** A hit as evidence; without its text where the search was made without. */
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
