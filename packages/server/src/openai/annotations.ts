import type { Citation } from '@ibid/core';

export interface UrlCitation {
  start_index: number;
  end_index: number;
  url: string;
  title: string;
  /** Ours: OpenAI's clients hand on what they do not know. */
  verdict: Citation['verdict'];
  passage: string | null;
}

/** Citations as OpenAI's clients know them. A source without an address is linked to its text on this server. */
export function urlCitations(citations: readonly Citation[], origin: string): UrlCitation[] {
  return citations.flatMap((citation) => {
    if (citation.itemId === null) return [];
    const span = citation.passage?.itemSpan;
    const range = span ? `?start=${span.start}&end=${span.end}` : '';
    return [
      {
        start_index: citation.range.start,
        end_index: citation.range.end,
        url: citation.url ?? `${origin}/api/items/${encodeURIComponent(citation.itemId)}/text${range}`,
        title: citation.title ?? citation.itemId,
        verdict: citation.verdict,
        passage: citation.passage?.text ?? null,
      },
    ];
  });
}
