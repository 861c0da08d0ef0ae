import type { Source } from '../../sources/source.js';

/** CIT-4: Markdown links, bare markers in one form, or no markers. For spans see `answerSpans`. */
export type CitationMode = 'links' | 'bare' | 'removed';

/** How to show the markers of an answer. */
export interface CitationRenderOptions {
  mode: CitationMode;
  sourceByNumber: (number: number) => Source | undefined;
  /** Address of a marker's link. Default: the source's own. Null: no link. */
  linkOf?: (source: Source) => string | null;
}
