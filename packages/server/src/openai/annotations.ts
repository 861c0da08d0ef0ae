import { quotedPassage } from '@ibid/core/internal';
import type { Citation } from '@ibid/core';
import { isOfTool } from '../mcp/text-as-sources.js';

export interface UrlCitation {
  start_index: number;
  end_index: number;
  /** Empty for a number without a source (CIT-2): clients require a URL, and there is none. */
  url: string;
  title: string;
  /** An extension: OpenAI's clients pass on unknown fields. */
  verdict: Citation['verdict'];
  passage: string | null;
}

/**
 * Citations in OpenAI's format. A source without an address links to its text on this server. Output of third-party
 * tools is not stored for such callers, so it has a name but no link.
 */
export function urlCitations(citations: readonly Citation[], origin: string): UrlCitation[] {
  return citations.flatMap((citation): UrlCitation[] => {
    const { start, end } = citation.range;
    if (citation.itemId === null)
      return [
        {
          start_index: start,
          end_index: end,
          url: '',
          title: citation.reason ?? `No source has the number ${citation.number}.`,
          verdict: citation.verdict,
          passage: null,
        },
      ];
    const span = citation.passage?.itemSpan;
    const range = span ? `?start=${span.start}&end=${span.end}` : '';
    const here = isOfTool(citation.itemId)
      ? `urn:ibid:${citation.itemId}`
      : `${origin}/api/items/${encodeURIComponent(citation.itemId)}/text${range}`;
    return [
      {
        start_index: start,
        end_index: end,
        url: citation.url ?? here,
        title: citation.title ?? citation.itemId,
        verdict: citation.verdict,
        passage: citation.passage && quotedPassage(citation.passage),
      },
    ];
  });
}
