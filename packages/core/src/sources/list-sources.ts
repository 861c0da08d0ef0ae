import type { Citation } from '../citations/citation.js';
import type { RetrievedChunk } from './retrieved-chunk.js';
import type { Source } from './source.js';

/** A source that an answer cites, with its citations. */
export interface CitedSource extends Source {
  /** In answer order. */
  citations: Citation[];
}

/** REF-5: cited sources and sources that were only found, separately. */
export interface SourceLists {
  /** Cited by the answer, in order of first mention. */
  cited: CitedSource[];
  /** Found but not cited, best first. */
  retrieved: Source[];
}

/**
 * REF-5: separates cited sources from those merely found. The last packet of a citation counts; citations of unknown
 * numbers are in neither list.
 */
export function listSources(options: {
  citations: readonly Citation[];
  chunks: readonly RetrievedChunk[];
  sourceByItem: (itemId: string) => Source | undefined;
}): SourceLists {
  const latest = new Map(options.citations.map((citation) => [citation.citationId, citation]));
  const cited = new Map<string, CitedSource>();
  for (const citation of latest.values()) {
    const source = citation.itemId === null ? undefined : options.sourceByItem(citation.itemId);
    if (!source) continue;
    const known = cited.get(source.itemId);
    if (known) known.citations.push(citation);
    else cited.set(source.itemId, { ...source, citations: [citation] });
  }
  const best = new Map<string, { source: Source; score: number }>();
  for (const { itemId, score } of options.chunks) {
    const source = options.sourceByItem(itemId);
    if (!source || cited.has(itemId)) continue;
    const value = score ?? -Infinity;
    if (value > (best.get(itemId)?.score ?? -Infinity) || !best.has(itemId))
      best.set(itemId, { source, score: value });
  }
  const retrieved = [...best.values()].sort((left, right) => right.score - left.score);
  return { cited: [...cited.values()], retrieved: retrieved.map(({ source }) => source) };
}
