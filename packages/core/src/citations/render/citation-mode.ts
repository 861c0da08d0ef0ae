import type { Source } from '../../references/source.js';

/**
 * CIT-4: links in Markdown, bare markers in one form, or no markers. For spans see `answerSpans`.
 *
 * ```ts
 * import type { CitationMode } from '@ibid/core';
 *
 * const mode: CitationMode = 'links';
 * ```
 */
export type CitationMode = 'links' | 'bare' | 'removed';

/**
 * How the markers of an answer are to be shown.
 *
 * ```ts
 * import type { CitationRenderOptions } from '@ibid/core';
 *
 * const options: CitationRenderOptions = {
 *   mode: 'links',
 *   sourceByNumber: (number) => ({ number, itemId: 'budget', title: 'Budget', origin: 'tool' }),
 *   linkOf: (source) => `/items/${source.itemId}`,
 * };
 * ```
 */
export interface CitationRenderOptions {
  mode: CitationMode;
  sourceByNumber: (number: number) => Source | undefined;
  /** Address that a marker leads to; the source's own one by default. Null: no link. */
  linkOf?: (source: Source) => string | null;
}
