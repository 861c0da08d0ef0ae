import type { Citation } from '@ibid/core';
import type { TextBlock } from '@ibid/core/turn-view';

export interface CitedSource {
  number: number;
  itemId: string | null;
  title: string;
  url: string | null;
  citations: Citation[];
}

/** The sources that an answer names, by number, each with its citations. Numbers without a source are not sources. */
export function citedSources(answers: readonly TextBlock[]): CitedSource[] {
  const sources = new Map<number, CitedSource>();
  for (const citation of answers.flatMap((block) => block.citations)) {
    if (citation.itemId === null) continue;
    const known = sources.get(citation.number);
    if (known !== undefined) known.citations.push(citation);
    else {
      sources.set(citation.number, {
        number: citation.number,
        itemId: citation.itemId,
        title: citation.title ?? citation.itemId,
        url: citation.url ?? null,
        citations: [citation],
      });
    }
  }
  return [...sources.values()].toSorted((one, other) => one.number - other.number);
}
