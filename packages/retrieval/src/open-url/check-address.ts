import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './is-public-address.js';
import { mayReach } from './may-reach.js';
import { OpenUrlError } from './open-url-error.js';

/** KB-8: how a host is resolved, and which addresses may be connected to. */
export interface AddressGuard {
  /** Numeric addresses of a host name. */
  resolve: (host: string) => Promise<string[]>;
  /** Whether a numeric address may be connected to. */
  isAllowed: (address: string) => boolean;
  /** Hosts that may be opened, in the syntax of `mayReach`; null: all whose address is allowed. */
  hosts: readonly string[] | null;
}

export const DEFAULT_ADDRESS_GUARD: AddressGuard = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
  hosts: null,
};

/**
 * The numeric address to connect to. The name is resolved once and the connection goes to the checked address, so the
 * name cannot change its meaning in between. If one of a name's addresses is not allowed, the name is refused.
 */
export async function checkAddress(url: URL, guard: AddressGuard): Promise<string> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OpenUrlError('not_an_address', 'Only http and https addresses can be opened.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OpenUrlError('address_not_allowed', 'Addresses with a user name or password are not opened.');
  }
  if (!mayReach(url, guard.hosts)) {
    throw new OpenUrlError(
      'address_not_allowed',
      `The host ${url.hostname} is not on the list of hosts that may be opened here.`,
    );
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await resolveHost(host, guard);
  const [first] = addresses;
  if (first === undefined) throw new OpenUrlError('unreachable', `The host ${url.hostname} is not known.`);
  if (!addresses.every((address) => guard.isAllowed(address))) {
    throw new OpenUrlError(
      'address_not_allowed',
      `The host ${url.hostname} is not on the public internet; it is not opened.`,
    );
  }
  return first;
}

async function resolveHost(host: string, guard: AddressGuard): Promise<string[]> {
  try {
    return await guard.resolve(host);
  } catch (error) {
    throw new OpenUrlError('unreachable', `The host ${host} is not known.`, { cause: error });
  }
}
