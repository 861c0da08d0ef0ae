import { createHash } from 'node:crypto';
import type { JsonValue, RetrievedChunk } from '@ibid/core';
import type { CountFigure } from './evidence.js';

const TITLES_PER_CHUNK = 50;

/**
 * A count as a source. It names what was counted and the filter, so an answer can cite it and a reader can check it.
 * The list of titles is split into chunks, so a long one can be fitted and paged like any other result.
 */
export function countChunks(figure: CountFigure): RetrievedChunk[] {
  const title = countTitle(figure);
  const mark = createHash('sha256')
    .update(JSON.stringify([figure.filter, figure.unit, figure.knowledgeBaseIds, figure.count]))
    .digest('hex');
  const itemId = `count-${mark.slice(0, 16)}`;
  const head = `${title}: ${figure.count} ${figure.unit}, counted in the index.`;
  const chunks: RetrievedChunk[] = [];
  for (let start = 0; start === 0 || start < figure.listed.length; start += TITLES_PER_CHUNK) {
    const lines = figure.listed
      .slice(start, start + TITLES_PER_CHUNK)
      .map((item, index) => `${start + index + 1}. ${item.title}`);
    chunks.push({
      itemId,
      chunkId: String(chunks.length),
      title,
      text: start === 0 ? [head, ...lines].join('\n') : lines.join('\n'),
      // Ranks before all search results. The first chunk carries the figure.
      score: 1_000 - chunks.length,
      ordinal: chunks.length,
    });
  }
  return chunks;
}

function countTitle(figure: CountFigure): string {
  return `Count of ${figure.unit}${figure.filter ? ` ${figure.filter}` : ''}`;
}

/** The figures shown before the documents in the result. */
export function countFigures(figure: CountFigure): Record<string, JsonValue> {
  return {
    count: figure.count,
    unit: figure.unit,
    ...(figure.filter ? { filter: figure.filter } : {}),
    counted: countTitle(figure),
    listed: figure.listed.length,
  };
}
