import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';

/** `contract-yard-tarn`, `rota_2026`: the name of a file that stands as the title. */
const OF_FILE = /^[\p{L}\d]+(?:[-_.][\p{L}\d]+)+$/u;
const WORD = /\p{L}{4,}/gu;

/** The title of a document; for the name of a file, its words, or the first heading if that has one of them. */
export function titleInWords({ title, headingPath }: Pick<RetrievedChunk, 'title' | 'headingPath'>): string {
  if (!OF_FILE.test(title)) return title;
  const named = title.toLowerCase().match(WORD) ?? [];
  const heading = headingPath?.[0] ?? '';
  const words = new Set(heading.toLowerCase().match(WORD) ?? []);
  return named.some((word) => words.has(word)) ? heading : title.replaceAll(/[-_.]/gu, ' ');
}
