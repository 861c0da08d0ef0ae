import { pageEnd } from './page-end.js';

/**
 * Start of every page. Joined, the pages are the content. Empty content has no page.
 *
 * ```ts
 * import { pageStarts } from '@ibid/core/internal';
 *
 * console.log(pageStarts({ content: 'one\ntwo\nthree', pageCharacters: 8 })); // [0, 8]
 * ```
 */
export function pageStarts(options: { content: string; pageCharacters: number }): number[] {
  const { content, pageCharacters } = options;
  const starts: number[] = [];
  for (let start = 0; start < content.length;) {
    starts.push(start);
    start = pageEnd({ content, start, size: pageCharacters });
  }
  return starts;
}
