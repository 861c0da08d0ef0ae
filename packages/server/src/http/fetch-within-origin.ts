const MOST_HOPS = 5;
const LEADS_ON = new Set([301, 302, 303, 307, 308]);

/**
 * For requests that carry a key: a redirect is followed on the same server only. The platform's own following takes
 * `authorization` off on the way to another server, but not the headers that some providers want their keys in. An
 * answer that leads elsewhere is given back as it is, and is no success.
 */
export async function fetchWithinOrigin(
  input: Parameters<typeof fetch>[0],
  init?: Parameters<typeof fetch>[1],
): Promise<Response> {
  let url = new URL(input instanceof Request ? input.url : input);
  let request: RequestInit = { ...init, redirect: 'manual' };
  for (let hop = 0; ; hop += 1) {
    const response = await fetch(hop === 0 && input instanceof Request ? input : url, request);
    const next = LEADS_ON.has(response.status) ? response.headers.get('location') : null;
    if (next === null || hop >= MOST_HOPS || !URL.canParse(next, url.href)) return response;
    const target = new URL(next, url);
    // A body that was streamed is gone.
    const isRepeatable =
      request.body === undefined || request.body === null || typeof request.body === 'string';
    if (target.origin !== url.origin || !isRepeatable || input instanceof Request) return response;
    await response.body?.cancel();
    url = target;
    if (response.status === 303 || (response.status < 303 && request.method?.toUpperCase() === 'POST')) {
      const { body: _body, ...rest } = request;
      request = { ...rest, method: 'GET' };
    }
  }
}

/** Where an answer leads, when that is another server than the one that was asked. */
export function leadsElsewhere(response: Response, asked: string): string | null {
  const next = LEADS_ON.has(response.status) ? response.headers.get('location') : null;
  if (next === null || !URL.canParse(next, asked)) return null;
  const { origin } = new URL(next, asked);
  return origin === new URL(asked).origin ? null : origin;
}
