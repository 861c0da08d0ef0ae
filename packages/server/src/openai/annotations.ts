import { quotedPassage } from '@ibid/core/internal';
import type { Citation } from '@ibid/core';
import { isOfTool } from '../mcp/text-as-sources.js';

export interface UrlCitation {
  start_index: number;
  end_index: number;
  /** Empty for a number that no source has (CIT-2): clients want one, and there is none to give. */
  url: string;
  title: string;
  /** Ours: OpenAI's clients hand on what they do not know. */
  verdict: Citation['verdict'];
  passage: string | null;
}

/**
 * Citations as OpenAI's clients know them. A source without an address is linked to its text on this server; what a tool
 * of others returned is kept nowhere for such a caller, so it has a name and no link that would lead to nothing.
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
