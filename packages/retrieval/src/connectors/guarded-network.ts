import { checkAddress, DEFAULT_ADDRESS_GUARD, type AddressGuard } from '../open-url/check-address.js';
import { isReachablePrivately } from '../open-url/is-reachable-privately.js';
import { mayReach } from '../open-url/may-reach.js';
import { OpenUrlError } from '../open-url/open-url-error.js';
import { requestOnce } from '../open-url/request-once.js';
import { toResponse } from '../open-url/to-response.js';
import type { ConnectorNetwork, ConnectorRequest } from './connector.js';
import { ConnectorError } from './connector-error.js';

const MOST_REDIRECTS = 5;
const IDLE_MILLISECONDS = 60_000;
const LETS_IN = new Set(['authorization', 'cookie', 'proxy-authorization']);

export interface GuardedNetworkOptions {
  /** Hosts that may be reached, in the syntax of `mayReach`; null: any. */
  hosts: readonly string[] | null;
  /** Hosts that may also be on a private network or this machine. */
  privateHosts: readonly string[];
  /** Aborts all requests. */
  signal: AbortSignal;
  resolve?: AddressGuard['resolve'];
}

/**
 * A connector's network access (KB-8, KB-10): each name is resolved once, and the connection goes to the checked
 * address.
 */
export function guardedNetwork(options: GuardedNetworkOptions): ConnectorNetwork {
  const check = (url: URL): Promise<string> =>
    checkAddress(url, {
      ...DEFAULT_ADDRESS_GUARD,
      hosts: options.hosts,
      ...(options.resolve ? { resolve: options.resolve } : {}),
      ...(mayReach(url, options.privateHosts) ? { isAllowed: isReachablePrivately } : {}),
    }).catch((error: unknown) => {
      throw asConnectorError(error);
    });
  return {
    fetch: async (address, init = {}) => {
      if (!URL.canParse(String(address))) throw new ConnectorError('settings', 'This is not a web address.');
      const signal = init.signal ? AbortSignal.any([options.signal, init.signal]) : options.signal;
      try {
        return await follow(new URL(address), { ...init, signal }, check);
      } catch (error) {
        if ((init.signal?.reason as Error | undefined)?.name === 'TimeoutError')
          throw new ConnectorError('away', `${new URL(address).host} does not answer in time.`, {
            cause: error,
          });
        throw asConnectorError(error);
      }
    },
    // The port is part of the URL, because a list of hosts can name ports.
    addressOf: (host, port) => check(new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}/`)),
  };
}

async function follow(
  start: URL,
  init: ConnectorRequest & { signal: AbortSignal },
  check: (url: URL) => Promise<string>,
): Promise<Response> {
  let url = start;
  let headers = lowerCase({ 'user-agent': 'Ibid (sources)', accept: '*/*', ...init.headers });
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const address = await check(url);
    init.signal.throwIfAborted();
    const { signal, method, body } = init;
    const response = await requestOnce({
      url,
      address,
      signal,
      method,
      body,
      headers,
      idleMilliseconds: IDLE_MILLISECONDS,
    });
    const target = response.headers.location;
    const leadsOn = (response.statusCode ?? 0) >= 300 && (response.statusCode ?? 0) < 400;
    if (!leadsOn || target === undefined || init.redirect === 'manual') return toResponse(response, url);
    response.destroy();
    if (!URL.canParse(target, url.href))
      throw new ConnectorError('unreadable', `${url.host} redirects to an invalid address.`);
    const next = new URL(target, url);
    if (next.origin !== url.origin)
      headers = Object.fromEntries(Object.entries(headers).filter(([name]) => !LETS_IN.has(name)));
    url = next;
  }
  throw new ConnectorError('unreadable', `${start.host} redirects more than ${MOST_REDIRECTS} times.`);
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function asConnectorError(error: unknown): unknown {
  if (!(error instanceof OpenUrlError)) return error;
  if (error.problem === 'address_not_allowed')
    return new ConnectorError(
      'settings',
      `${error.message} To allow hosts in a private network, set IBID_PRIVATE_HOSTS.`,
      { cause: error },
    );
  const problem = error.problem === 'not_an_address' ? 'settings' : 'away';
  return new ConnectorError(problem, error.message, { cause: error });
}
