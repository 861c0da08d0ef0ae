import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { IbidError } from '@ibid/core';
import { handsOutKeys } from '@ibid/retrieval/internal';

class AddressNotAllowed extends IbidError {
  readonly code = 'address_not_allowed';
}

const MOST_HOPS = 5;
const LEADS_ON = new Set([301, 302, 303, 307, 308]);

/**
 * For requests that carry a key: a redirect is followed on the same server only. The platform's own following takes
 * `authorization` off on the way to another server, but not the headers that some providers want their keys in. An
 * answer that leads elsewhere is given back as it is, and is no success. Servers of a private network are reached, since an
 * administrator named them; where clouds hand out keys of the machine, nothing is asked.
 */
export async function fetchWithinOrigin(
  input: Parameters<typeof fetch>[0],
  init?: Parameters<typeof fetch>[1],
): Promise<Response> {
  let url = new URL(input instanceof Request ? input.url : input);
  let request: RequestInit = { ...init, redirect: 'manual' };
  await requireNoKeyService(url);
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

/** A name is looked up for it; one that is not known fails when it is asked. */
export async function requireNoKeyService(
  url: URL,
  resolve: (host: string) => Promise<string[]> = addressesOf,
): Promise<void> {
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (addresses.some(handsOutKeys))
    throw new AddressNotAllowed(
      `${url.host} is an address where clouds hand out keys of the machine. It is not asked: enter another one.`,
    );
}

async function addressesOf(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Where an answer leads, when that is another server than the one that was asked. */
export function leadsElsewhere(response: Response, asked: string): string | null {
  const next = LEADS_ON.has(response.status) ? response.headers.get('location') : null;
  if (next === null || !URL.canParse(next, asked)) return null;
  const { origin } = new URL(next, asked);
  return origin === new URL(asked).origin ? null : origin;
}
