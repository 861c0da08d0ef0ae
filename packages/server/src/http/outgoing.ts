import { lookup as lookupName } from 'node:dns/promises';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { IbidError } from '@ibid/core';
import {
  handsOutKeys,
  isPublicAddress,
  isReachablePrivately,
  mayReach,
  requestOnce,
  toResponse,
} from '@ibid/retrieval/internal';
import { isLoopbackName } from '../auth/is-loopback-name.js';

export type Fetch = typeof fetch;

/** Access to servers that an administrator configured: models, tools, web search, log-in. */
export interface Outgoing {
  /** The numeric addresses of a host name. */
  resolve: (host: string) => Promise<string[]>;
  /**
   * For requests that may carry a key: follows redirects only on the same server. The platform's redirect handling
   * drops `authorization` on the way to another server, but not the custom headers some providers use for keys. A
   * redirect elsewhere is returned as is and counts as a failure.
   */
  fetch: Fetch;
  /** For a server that refers to others, such as a login provider: one outside cannot lead to anything inside. */
  fetchOf: (named: URL) => Fetch;
}

class AddressNotAllowed extends IbidError {
  readonly code = 'address_not_allowed';
}

const MOST_HOPS = 5;
const LEADS_ON = new Set([301, 302, 303, 307, 308]);
const IDLE_MILLISECONDS = 300_000;
/** Shorter than servers keep connections alive, so they are rarely closed when needed. */
const KEPT_MILLISECONDS = 4_000;
/** Names that nobody outside can own. */
const OF_INSIDE =
  /^[^.]+$|\.(?:localhost|local|internal|lan|home\.arpa|localdomain|intranet|corp|home|svc)$/u;

type Check = (url: URL, address: string) => boolean | Promise<boolean>;

/**
 * KB-8: resolves a name when connecting, checks all its addresses, and connects to one of them, which defeats DNS
 * rebinding. Administrators may name servers in their own network. A public name leads there only with a certificate
 * for it, or if it is one of `privateHosts`.
 */
export function createOutgoing(options: {
  /** In the format of `mayReach`; null: all. */
  privateHosts: readonly string[] | null;
  resolve?: ((host: string) => Promise<string[]>) | undefined;
}): Outgoing {
  const { privateHosts, resolve = addressesOf } = options;
  const check: Check = (url, address) => {
    if (isIP(hostOf(url))) return !handsOutKeys(address);
    const mayBeInside =
      url.protocol === 'https:' || OF_INSIDE.test(hostOf(url)) || mayReach(url, privateHosts);
    return mayBeInside ? isReachablePrivately(address) : isPublicAddress(address);
  };
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, timeout: KEPT_MILLISECONDS }),
    'https:': new HttpsAgent({ keepAlive: true, timeout: KEPT_MILLISECONDS }),
  };
  const isInside = async (url: URL) => {
    const host = hostOf(url);
    const addresses = isIP(host) ? [host] : await resolve(host);
    return addresses.every((address) => !isPublicAddress(address));
  };
  return {
    resolve,
    fetch: fetchWith({ check, resolve, agents }),
    fetchOf: (named) =>
      fetchWith({
        resolve,
        check: async (url, address) => {
          if (url.protocol === 'http:' && !(isLoopbackName(url.hostname) && isLoopbackName(named.hostname)))
            return false;
          if (isPublicAddress(address) || url.host === named.host) return check(url, address);
          return (
            isReachablePrivately(address) && (mayReach(url, privateHosts ?? []) || (await isInside(named)))
          );
        },
      }),
  };
}

interface Way {
  check: Check;
  resolve: Outgoing['resolve'];
  /** Connections checked this way, kept alive for further requests. */
  agents?: Record<'http:' | 'https:', HttpAgent>;
}

function fetchWith(way: Way): Fetch {
  return async (input, init) => {
    const first = new Request(input, init);
    const { method, headers, signal } = first;
    const body = first.body === null ? undefined : new Uint8Array(await first.arrayBuffer());
    const follows = first.redirect === 'follow';
    let request = { url: new URL(first.url), method, headers: Object.fromEntries(headers), body, signal };
    for (let hop = 0; ; hop += 1) {
      const response = await ask(way, request);
      const next = follows && LEADS_ON.has(response.status) ? response.headers.get('location') : null;
      if (next === null || hop >= MOST_HOPS || !URL.canParse(next, request.url.href)) return response;
      const url = new URL(next, request.url);
      if (url.origin !== request.url.origin) return response;
      await response.body?.cancel();
      const isRead = response.status === 303 || (response.status < 303 && request.method === 'POST');
      request = { ...request, url, ...(isRead ? { method: 'GET', body: undefined } : {}) };
    }
  };
}

interface Asked {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: Uint8Array | undefined;
  signal: AbortSignal;
}

async function ask(way: Way, asked: Asked): Promise<Response> {
  const { url, signal } = asked;
  signal.throwIfAborted();
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new AddressNotAllowed(`${url.protocol} is not a web address. Enter one with http or https.`);
  const host = hostOf(url);
  // Numeric addresses need no lookup, so check them here.
  if (isIP(host)) await requireAllowed(way, url, [host]);
  try {
    const message = await requestOnce({
      ...asked,
      address: checkedLookup(way, url),
      agent: way.agents?.[url.protocol],
      headers: { 'user-agent': 'Ibid', accept: '*/*', ...asked.headers },
      idleMilliseconds: IDLE_MILLISECONDS,
    });
    signal.addEventListener('abort', () => message.destroy(signal.reason as Error), { once: true });
    return toResponse(message, url);
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof Error ? error.cause : null;
    if (cause instanceof AddressNotAllowed) throw cause;
    // The platform's error, which callers know to retry.
    throw new TypeError('fetch failed', { cause: error });
  }
}

function checkedLookup(way: Way, url: URL): LookupFunction {
  const find = callbackify(async (host: string) => {
    const addresses = await way.resolve(host);
    await requireAllowed(way, url, addresses);
    const [first] = addresses;
    if (first === undefined) throw new Error(`The host ${host} is not known.`);
    return { first, all: addresses.map((address) => ({ address, family: isIP(address) })) };
  });
  return (host, options, done) => {
    find(host, (error, found) => {
      if (error) done(error, [], 0);
      else if (options.all) done(null, found.all);
      else done(null, found.first, isIP(found.first));
    });
  };
}

/** A single forbidden address rules out the name. */
async function requireAllowed(way: Way, url: URL, addresses: readonly string[]): Promise<void> {
  if (addresses.some(handsOutKeys))
    throw new AddressNotAllowed(
      `${url.host} is an address where cloud providers hand out keys. Ibid does not connect to it. Enter another one.`,
    );
  for (const address of addresses)
    if (!(await way.check(url, address)))
      throw new AddressNotAllowed(
        `${url.host} is in a private network, so Ibid does not connect to it. If it should, use https, or allow it with IBID_PRIVATE_HOSTS=${url.host}.`,
      );
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/gu, '').toLowerCase();
}

async function addressesOf(host: string): Promise<string[]> {
  return (await lookupName(host, { all: true })).map(({ address }) => address);
}

/** The target of a redirect if it is on another server. */
export function leadsElsewhere(response: Response, asked: string): string | null {
  const next = LEADS_ON.has(response.status) ? response.headers.get('location') : null;
  if (next === null || !URL.canParse(next, asked)) return null;
  const { origin } = new URL(next, asked);
  return origin === new URL(asked).origin ? null : origin;
}
