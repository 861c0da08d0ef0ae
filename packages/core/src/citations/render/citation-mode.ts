import type { Source } from '../../sources/source.js';

/** CIT-4: links in Markdown, bare markers in one form, or no markers. For spans see `answerSpans`. */
export type CitationMode = 'links' | 'bare' | 'removed';

/** How the markers of an answer are to be shown. */
export interface CitationRenderOptions {
  mode: CitationMode;
  sourceByNumber: (number: number) => Source | undefined;
  /** Address that a marker leads to; the source's own one by default. Null: no link. */
  linkOf?: (source: Source) => string | null;
}
