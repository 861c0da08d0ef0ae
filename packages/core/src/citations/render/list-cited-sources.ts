import type { Source } from '../../sources/source.js';
import { type Citation, quotedPassage } from '../citation.js';
import { isLinkable, singleLine } from './markdown-link.js';

/** A source that an answer cites, as a list of sources shows it; or a number that no source has. */
export interface CitedSourceRow {
  number: number;
  /** Null: no source has this number. */
  itemId: string | null;
  /** On one line, never empty. */
  title: string;
  /** Where it can be opened, at its page where that is known. Null: nowhere, or where nothing should be opened. */
  url: string | null;
  /** That passages are on, ascending. */
  pages: number[];
  /** In the order of the answer, each once. */
  quotes: string[];
  citations: Citation[];
}

/**
 * CIT-6: the sources that citations name, by number, each once. Numbers that no source has are among them (CIT-2).
 * Titles and addresses are those of `sourceByNumber`, or else those told with the citations.
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

/** Viewers of PDF files open at `#page=`; an address that has an anchor keeps its own. */
function withAnchor(url: string, page: number | undefined): string {
  return page === undefined || url.includes('#') ? url : `${url}#page=${page}`;
}
