import { IbidError } from '@ibid/core';
import { mayReach } from '@ibid/retrieval/internal';
import type { WebSearchProvider } from '@ibid/retrieval';
import type { Fetch } from '../http/outgoing.js';
import type { Environment } from '../models/providers-from-environment.js';

const PATIENCE_MILLISECONDS = 10_000;

class WebSearchFailed extends IbidError {
  readonly code = 'web_search_failed';
}

/**
 * KB-8: `IBID_WEB_SEARCH_URL` names a web search with the API of SearXNG: `GET …/search?q=…&format=json`. Null if not
 * set.
 */
export function webSearchProvider(
  environment: Environment,
  { fetch, hosts }: { fetch: Fetch; hosts: readonly string[] | null },
): WebSearchProvider | null {
  const base = environment['IBID_WEB_SEARCH_URL'];
  if (!base || !URL.canParse(base) || !mayReach(new URL(base), hosts)) return null;
  return {
    id: 'searxng',
    search: async ({ query, count, signal }) => {
      const url = new URL(base);
      if (!url.pathname.endsWith('/search')) url.pathname = `${url.pathname.replace(/\/+$/u, '')}/search`;
      url.searchParams.set('q', query);
      url.searchParams.set('format', 'json');
      const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MILLISECONDS)]);
      const response = await fetch(url, { signal: patience });
      if (!response.ok)
        throw new WebSearchFailed(
          `The web search answers with status ${response.status}. Its settings must allow the format "json".`,
        );
      const { results = [] } = (await response.json()) as { results?: Result[] };
      return results
        .filter(({ url: address }) => typeof address === 'string' && /^https?:/u.test(address))
        .slice(0, count)
        .map(({ title, url: address = '', content, publishedDate }) => ({
          title: title || address,
          url: address,
          snippet: content ?? '',
          ...(publishedDate ? { publishedAt: publishedDate } : {}),
        }));
    },
  };
}

interface Result {
  title?: string;
  url?: string;
  content?: string;
  publishedDate?: string | null;
}
