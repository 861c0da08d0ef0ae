import type { Citation } from '../citation.js';
import type { Source } from '../../references/source.js';
import { escapeMarkdown, isLinkable, linkDestination, singleLine } from './markdown-link.js';

/**
 * CIT-6: the cited sources of an answer, one line per item in the order of their numbers, for terminals, e-mail and
 * exports. Titles are escaped; an address leads to the page of the passage where that is known.
 *
 * ```ts
 * import { formatSourceList } from '@ibid/core';
 *
 * console.log(formatSourceList({ citations: [], sourceByNumber: () => undefined, format: 'plain' })); // ''
 * ```
 */
export function formatSourceList(options: {
  citations: readonly Citation[];
  sourceByNumber: (number: number) => Source | undefined;
  format: 'plain' | 'markdown';
}): string {
  const pages = new Map<number, number | undefined>();
  for (const { number, itemId, passage } of options.citations)
    if (itemId !== null) pages.set(number, pages.get(number) ?? passage?.page);
  return [...pages]
    .sort(([left], [right]) => left - right)
    .flatMap(([number, page]) => {
      const source = options.sourceByNumber(number);
      return source ? [line(source, page, options.format)] : [];
    })
    .join('\n');
}

function line(source: Source, page: number | undefined, format: 'plain' | 'markdown'): string {
  const title = singleLine(source.title) || 'Untitled';
  const place = page === undefined ? '' : `, p. ${page}`;
  const url = source.url === undefined || !isLinkable(source.url) ? null : withAnchor(source.url, page);
  if (format === 'plain')
    return `[${source.number}] ${title}${place}${url ? ` <${linkDestination(url)}>` : ''}`;
  const name = escapeMarkdown(title);
  return `${source.number}. ${url ? `[${name}](${linkDestination(url)})` : name}${place}`;
}

/** Viewers of PDF files open at `#page=`; an address that has an anchor keeps its own. */
function withAnchor(url: string, page: number | undefined): string {
  return page === undefined || url.includes('#') ? url : `${url}#page=${page}`;
}
