import type { Source } from '../../sources/source.js';
import type { Citation } from '../citation.js';
import { type CitedSourceRow, listCitedSources } from './list-cited-sources.js';
import { escapeMarkdown, linkDestination } from './markdown-link.js';

/**
 * The cited sources of an answer, one line per item in numeric order, for terminals, e-mail and exports. Titles are
 * escaped; an address opens the page of the passage if that is known. Numbers without a source are listed as such. With
 * `quotes`, the passages follow below each source. The numbers are written out and not left to list formatting, so they
 * stay those of the conversation.
 *
 * ```ts
 * import { formatSourceList } from '@ibid/core';
 *
 * console.log(formatSourceList({ citations: [], sourceByNumber: () => undefined, format: 'plain' })); // ''
 * ```
 */
export function formatSourceList(options: {
  citations: readonly Citation[];
  /** Without it, titles and addresses come from the citations. */
  sourceByNumber?: (number: number) => Source | undefined;
  format: 'plain' | 'markdown';
  quotes?: boolean;
}): string {
  return listCitedSources(options)
    .flatMap((row) => [
      line(row, options.format),
      ...(options.quotes ? row.quotes.map((quote) => quoted(quote, options.format)) : []),
    ])
    .join('\n');
}

function line({ number, itemId, title, url, pages }: CitedSourceRow, format: 'plain' | 'markdown'): string {
  const place = pages.length === 0 ? '' : `, p. ${pages.join(', ')}`;
  if (itemId === null) return format === 'plain' ? `[${number}] ${title}` : `- [${number}] *${title}*`;
  if (format === 'plain') return `[${number}] ${title}${place}${url ? ` <${linkDestination(url)}>` : ''}`;
  const name = escapeMarkdown(title);
  return `- [${number}] ${url ? `[${name}](${linkDestination(url)})` : name}${place}`;
}

function quoted(quote: string, format: 'plain' | 'markdown'): string {
  return format === 'plain' ? `    “${quote}”` : `  > ${escapeMarkdown(quote)}`;
}
