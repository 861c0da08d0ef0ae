import type { Source } from '../../sources/source.js';
import { type Citation, quotedPassage } from '../citation.js';
import { isLinkable, singleLine } from './markdown-link.js';

/** A cited source as a list of sources shows it, or a number without a source. */
export interface CitedSourceRow {
  number: number;
  /** Null: no source has this number. */
  itemId: string | null;
  /** On one line, never empty. */
  title: string;
  /** Where it can be opened, at its page if known. Null if it has no address, or none that is safe to open. */
  url: string | null;
  /** Pages of its passages, ascending. */
  pages: number[];
  /** In answer order, each once. */
  quotes: string[];
  citations: Citation[];
}

/**
 * CIT-6: the cited sources by number, each once, including numbers without a source (CIT-2). Titles and addresses come
 * from `sourceByNumber`, otherwise from the citations.
 */
export function listCitedSources(options: {
  citations: readonly Citation[];
  sourceByNumber?: (number: number) => Source | undefined;
}): CitedSourceRow[] {
  const groups = new Map<number, Citation[]>();
  for (const citation of options.citations)
    groups.set(citation.number, [...(groups.get(citation.number) ?? []), citation]);
  return [...groups]
    .toSorted(([left], [right]) => left - right)
    .map(([number, citations]) => rowOf(number, citations, options.sourceByNumber?.(number)));
}

function rowOf(number: number, citations: Citation[], source: Source | undefined): CitedSourceRow {
  const known = citations.find(({ itemId }) => itemId !== null);
  const passages = citations.flatMap(({ passage }) => passage ?? []);
  const pages = [...new Set(passages.flatMap(({ page }) => page ?? []))].toSorted((one, two) => one - two);
  const url = source?.url ?? known?.url;
  const itemId = source?.itemId ?? known?.itemId ?? null;
  return {
    number,
    itemId,
    title:
      itemId === null
        ? 'No source has this number'
        : singleLine(source?.title ?? known?.title ?? itemId) || 'Untitled',
    url: url === undefined || itemId === null || !isLinkable(url) ? null : withAnchor(url, pages[0]),
    pages,
    quotes: [...new Set(passages.map((passage) => singleLine(quotedPassage(passage))))],
    citations,
  };
}

/** PDF viewers open at `#page=`; an address that already has an anchor keeps it. */
function withAnchor(url: string, page: number | undefined): string {
  return page === undefined || url.includes('#') ? url : `${url}#page=${page}`;
}
