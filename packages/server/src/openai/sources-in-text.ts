import type { Citation } from '@ibid/core';
import { urlCitations } from './annotations.js';

const SUFFIX = '+sources';

/** API-4: `ibid+sources`, or `"ibid": { "sources": "text" }`, for clients that drop annotations. */
export function wantsSourcesInText(request: { model: string; ibid?: unknown }): {
  model: string;
  inText: boolean;
} {
  const { model } = request;
  if (model.endsWith(SUFFIX)) return { model: model.slice(0, -SUFFIX.length), inText: true };
  const asked = request.ibid as { sources?: unknown } | null | undefined;
  return { model, inText: asked?.sources === 'text' };
}

/** The cited sources by number, to append to the text; empty if there are none. */
export function sourceList(citations: readonly Citation[], origin: string): string {
  const lines = new Map<number, string>();
  for (const citation of citations) {
    const [link] = urlCitations([citation], origin);
    if (link && !lines.has(citation.number)) {
      const address = link.url.startsWith('urn:') ? '' : link.url;
      lines.set(citation.number, `[${citation.number}] ${[link.title, address].filter(Boolean).join(': ')}`);
    }
  }
  const sorted = [...lines].toSorted(([one], [other]) => one - other).map(([, line]) => line);
  return sorted.length === 0 ? '' : `\n\nSources:\n${sorted.join('\n')}`;
}
