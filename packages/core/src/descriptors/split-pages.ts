import { pageEnd } from './page-end.js';
import { pageEndByTokens } from './page-end-by-tokens.js';

/** What a page is measured in, and how much of it there may be. */
export type PageSize =
  | { unit: 'lines'; size: number }
  | { unit: 'characters'; size: number }
  | { unit: 'tokens'; size: number; countTokens: (text: string) => number };

/** FD-4: cuts content into pages of at most `size` units. Joined, they are the content. */
export function splitPages(content: string, page: PageSize): string[] {
  const pages: string[] = [];
  for (let start = 0; start < content.length;) {
    const end = endOf(content, start, page);
    pages.push(content.slice(start, end));
    start = end;
  }
  return pages;
}

function endOf(content: string, start: number, page: PageSize): number {
  if (page.unit === 'characters') return pageEnd({ content, start, size: page.size });
  if (page.unit === 'tokens')
    return pageEndByTokens({ content, start, tokens: page.size, countTokens: page.countTokens });
  let end = start;
  for (let line = 0; line < Math.max(1, Math.floor(page.size)); line += 1) {
    const lineFeed = content.indexOf('\n', end);
    if (lineFeed === -1) return content.length;
    end = lineFeed + 1;
  }
  return end;
}
