import { CitationStream } from '../citations/citation-stream.js';
import { type RetrievedChunk, sourceIdOf } from './retrieved-chunk.js';
import type { Source } from './source.js';

/** A source that a text names again, with its known chunks. */
export interface BackReference {
  source: Source;
  chunks: RetrievedChunk[];
}

/**
 * Words after which a number means a source, in the most common languages: `source 3`, `sources 2 and 5`, `Quelle 3`,
 * `ref. 4`, `来源3`. A bare number does not count.
 */
const NAMED =
  /(?:\b(?:sources?|refs?\.?|references?|citations?|documents?|docs?\.?|footnotes?|quellen?|dokumente?|fuentes?|documentos?|références?|fonti|fonte|riferiment[oi])|(?:来源|來源|文献|资料|出典|資料|источник\p{L}*|документ\p{L}*))\s*(?:nos?\.?|nrs?\.?|numbers?|#|n°|№)?\s*[[［【]?\s*(\d{1,6}(?:\s*(?:,|;|&|and|or|und|oder|et|ou|y|e|o|и|、|和)\s*#?\d{1,6})*)/giu;

/** The source numbers that a text names, as markers or in words such as `source 3 above`; each once, in order. */
export function namedSourceNumbers(text: string): number[] {
  const found: { at: number; number: number }[] = [];
  const stream = new CitationStream();
  for (const event of [...stream.push(text), ...stream.end()])
    if (event.type === 'marker')
      for (const number of event.numbers) found.push({ at: event.range.start, number });
  for (const match of text.matchAll(NAMED))
    for (const digits of (match[1] ?? '').match(/\d+/g) ?? [])
      found.push({ at: match.index, number: Number(digits) });
  found.sort((left, right) => left.at - right.at);
  return [...new Set(found.map(({ number }) => number))];
}

/**
 * REF-2: the sources of earlier turns that a user message or an answer names again, with the passages to bring back:
 * cited ones first, then other known passages of the item, up to `maxChunksPerSource`.
 */
export function findBackReferences(options: {
  text: string;
  sourceByNumber: (number: number) => Source | undefined;
  /** Everything that earlier turns found, oldest first. */
  earlierChunks: (source: Source) => readonly RetrievedChunk[];
  /** Ids of chunks that are in the context already. */
  alreadyShown?: ReadonlySet<string>;
  /** Chunk ids of the passages that earlier answers cited, by item. */
  citedChunkIds?: (source: Source) => readonly string[];
  maxChunksPerSource?: number;
}): BackReference[] {
  const limit = options.maxChunksPerSource ?? 5;
  return namedSourceNumbers(options.text).flatMap((number) => {
    const source = options.sourceByNumber(number);
    if (!source) return [];
    const cited = new Set(options.citedChunkIds?.(source));
    const byId = new Map<string, RetrievedChunk>();
    for (const chunk of options.earlierChunks(source))
      if (chunk.text && !options.alreadyShown?.has(sourceIdOf(chunk))) byId.set(chunk.chunkId, chunk);
    const rank = (chunk: RetrievedChunk) => (cited.has(chunk.chunkId) ? 1e9 : 0) + (chunk.score ?? 0);
    const chunks = [...byId.values()].sort((left, right) => rank(right) - rank(left)).slice(0, limit);
    return [{ source, chunks }];
  });
}
