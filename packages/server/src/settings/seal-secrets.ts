import type { JsonValue } from '@ibid/core';
import { InvalidRequest } from '../errors/index.js';
import { providerOrigin } from '../models/provider-origin.js';
import type { SecretBox } from '../models/secret-box.js';
import type { Services } from '../services.js';
import { SYSTEM_SCOPE, readSystemSettings } from './system-settings.js';
import type { McpServerSetting, StoredIdentityProvider, StoredProvider } from './system-settings.js';

export type SentProvider = Omit<StoredProvider, 'sealedKey'> & { apiKey?: string | null | undefined };
type SentMcpServer = Omit<McpServerSetting, 'sealedAccess'> & {
  headers?: Record<string, string> | undefined;
};

type SentIdentityProvider = Omit<StoredIdentityProvider, 'sealedSecret'> & {
  clientSecret?: string | null | undefined;
};

/**
 * A provider as stored. A key in the address is removed from it and sealed. A stored key is kept only while the address
 * stays the same: someone who may change the address must not obtain the key that way.
 */
export function sealProvider(
  secrets: SecretBox,
  sent: SentProvider,
  before: StoredProvider | undefined,
): StoredProvider {
  const { apiKey, baseUrl, ...rest } = sent;
  const address = baseUrl === undefined ? null : splitAddress(baseUrl);
  if (address && address.query !== '')
    throw new InvalidRequest(
      'The address of a provider cannot have a question mark. Enter the key in its own field.',
      'invalid_setting',
    );
  if (address?.credentials && apiKey)
    throw new InvalidRequest(
      'The address has a key in it, and another one is given. Remove the part before the @ from the address.',
      'invalid_setting',
    );
  const provider = { ...rest, ...(address ? { baseUrl: address.url } : {}) };
  const key = apiKey ?? address?.credentials?.key;
  if (key) return { ...provider, sealedKey: secrets.seal(key) };
  if (apiKey === null || !before?.sealedKey) return provider;
  if (providerOrigin(provider) !== providerOrigin(before))
    throw new InvalidRequest(
      `The stored key of "${sent.id}" belongs to ${providerOrigin(before)}. Enter the key for ${providerOrigin(provider)}, or null to store none.`,
      'key_needed',
    );
  return { ...provider, sealedKey: before.sealedKey };
}

/** Credentials of an MCP server: its headers, and the query of its address, where some expect a key. */
export interface McpAccess {
  headers: Record<string, string>;
  query: string;
}

/** The same for an MCP server. */
export function sealMcpServer(
  secrets: SecretBox,
  sent: SentMcpServer,
  before: McpServerSetting | undefined,
): McpServerSetting {
  const { headers, ...rest } = sent;
  const { url, query, credentials } = splitAddress(sent.url);
  const server = { ...rest, url };
  const all = { ...headers, ...(credentials ? { authorization: credentials.basic } : {}) };
  if (Object.keys(all).length > 0 || query !== '') {
    const access: McpAccess = { headers: all, query };
    return { ...server, sealedAccess: secrets.seal(JSON.stringify(access)) };
  }
  if (headers || !before?.sealedAccess) return server;
  if (new URL(url).origin !== new URL(before.url).origin)
    throw new InvalidRequest(
      `The stored headers of "${sent.id}" belong to ${new URL(before.url).origin}. Enter them again, or {} for none.`,
      'headers_needed',
    );
  return { ...server, sealedAccess: before.sealedAccess };
}

/** The same for a login provider. */
export function sealIdentityProvider(
  secrets: SecretBox,
  sent: SentIdentityProvider,
  before: StoredIdentityProvider | undefined,
): StoredIdentityProvider {
  const { clientSecret, ...provider } = sent;
  if (clientSecret) return { ...provider, sealedSecret: secrets.seal(clientSecret) };
  if (clientSecret === null || !before?.sealedSecret) return provider;
  if (provider.issuer !== before.issuer)
    throw new InvalidRequest(
      `The stored secret of "${sent.id}" belongs to ${before.issuer}. Enter the one for ${provider.issuer}, or null for none.`,
      'key_needed',
    );
  return { ...provider, sealedSecret: before.sealedSecret };
}

/** Empty if it was sealed with another key. */
export function mcpAccess(secrets: SecretBox, server: McpServerSetting): McpAccess {
  const text = server.sealedAccess ? secrets.open(server.sealedAccess) : null;
  return text === null ? { headers: {}, query: '' } : (JSON.parse(text) as McpAccess);
}

/** Seals headers and credentials in addresses that earlier versions stored as entered. */
export async function sealEarlierSecrets(
  services: Pick<Services, 'settings' | 'secrets' | 'log'>,
): Promise<void> {
  const { settings, secrets, log } = services;
  const { providers, mcpServers } = await readSystemSettings(settings);
  const change = async <One extends { id: string }>(
    key: string,
    all: readonly One[],
    seal: (one: One) => One,
  ) => {
    const sealed = all.map((one) => {
      try {
        return seal(one);
      } catch (error) {
        log.warn({ id: one.id, reason: (error as Error).message }, 'a setting could not be encrypted');
        return one;
      }
    });
    if (JSON.stringify(sealed) !== JSON.stringify(all))
      await settings.set(SYSTEM_SCOPE, key, sealed as JsonValue);
  };
  await change('providers', providers, (one) =>
    one.baseUrl && new URL(one.baseUrl).username + new URL(one.baseUrl).password !== ''
      ? { ...sealProvider(secrets, one, undefined), ...(one.sealedKey ? { sealedKey: one.sealedKey } : {}) }
      : one,
  );
  await change('mcpServers', mcpServers, (one: SentMcpServer & McpServerSetting) =>
    one.headers || splitAddress(one.url).url !== one.url ? sealMcpServer(secrets, one, undefined) : one,
  );
}

/** Splits an address from its credentials. */
function splitAddress(address: string): {
  url: string;
  query: string;
  credentials: { key: string; basic: string } | null;
} {
  const url = new URL(address);
  const { search } = url;
  if (url.username === '' && url.password === '' && search === '' && url.hash === '')
    return { url: address, query: '', credentials: null };
  const [name, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  if (name === '' && password === '') return { url: url.href, query: search, credentials: null };
  const basic = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
  return { url: url.href, query: search, credentials: { key: password === '' ? name : password, basic } };
}
