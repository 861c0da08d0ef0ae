import type { JsonValue } from '@ibid/core';
import type { ConnectorKind } from '@ibid/retrieval/internal';
import type { ConnectedSource } from '@ibid/store/internal';
import { InvalidRequest } from '../errors/index.js';
import type { SecretBox } from '../models/secret-box.js';

type Settings = Record<string, JsonValue>;
type Stored = Pick<ConnectedSource, 'settings' | 'sealedSecrets'>;

/**
 * Validates settings and seals their secrets for storage. A secret that is not given is kept only while the server
 * stays the same: someone who may change the address must not obtain the secret that way.
 */
export function sealSource(
  secrets: SecretBox,
  kind: ConnectorKind,
  sent: Settings,
  before: Stored | null,
): Stored {
  const isSecret = (name: string) => kind.secrets.includes(name);
  const given = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== '' && value !== null),
  );
  const kept = before ? openSecrets(secrets, before) : {};
  const takesOver = Object.keys(kept ?? {}).filter((name) => !(name in sent));
  const parsed = kind.settings.safeParse({
    ...Object.fromEntries(takesOver.map((name) => [name, kept?.[name]])),
    ...given,
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new InvalidRequest(
      `${issue?.path.join('.') ?? 'settings'}: ${issue?.message ?? 'is not right.'}`,
      'invalid_setting',
    );
  }
  const all = Object.entries(parsed.data as Settings);
  const settings = Object.fromEntries(all.filter(([name]) => !isSecret(name)));
  if (
    before &&
    takesOver.length > 0 &&
    serversIn(settings).some((server) => !serversIn(before.settings).includes(server))
  )
    throw new InvalidRequest(
      'The address points to another server. Enter passwords and keys again.',
      'key_needed',
    );
  for (const value of Object.values(settings)) {
    const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null;
    // Some hosts accept a token as the user name.
    if (url && url.username + url.password !== '')
      throw new InvalidRequest(
        'Remove the user name and the password from the address. Enter them in their own fields.',
        'invalid_setting',
      );
  }
  const sealed = Object.fromEntries(all.filter(([name, value]) => isSecret(name) && value !== ''));
  return {
    settings,
    sealedSecrets: Object.keys(sealed).length === 0 ? null : secrets.seal(JSON.stringify(sealed)),
  };
}

/** Null if sealed with another key. */
export function openSecrets(secrets: SecretBox, source: Pick<Stored, 'sealedSecrets'>): Settings | null {
  if (source.sealedSecrets === null) return {};
  const text = secrets.open(source.sealedSecrets);
  return text === null ? null : (JSON.parse(text) as Settings);
}

/** Where secrets are sent: the host, and whether the connection is encrypted. */
function serversIn(settings: Settings): string[] {
  const { host, port, security } = settings;
  const mail =
    typeof host === 'string' ? [JSON.stringify([host.toLowerCase(), port ?? null, security ?? null])] : [];
  const addresses = Object.values(settings).flatMap((value) =>
    typeof value === 'string' && URL.canParse(value) ? [new URL(value).origin] : [],
  );
  return [...mail, ...addresses];
}

/** Hosts that a user entered, with their port if given. */
export function hostsIn(settings: Settings): string[] {
  const named = Object.entries(settings).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [];
    if (name === 'host') return [value.toLowerCase()];
    return URL.canParse(value) ? [new URL(value).host] : [];
  });
  return named.filter((host) => host !== '');
}

/** A default name for a source: its host or address, with the user or part. */
export function nameFrom(kind: ConnectorKind, settings: Settings): string {
  const words = (name: string) => (typeof settings[name] === 'string' ? settings[name] : '');
  const address = Object.values(settings).find((value) => typeof value === 'string' && URL.canParse(value));
  if (typeof address !== 'string') {
    const [host] = hostsIn(settings);
    if (host === undefined) return kind.label;
    const user = words('user');
    return (user === '' || user.includes('@') ? user || host : `${user}@${host}`).slice(0, 200);
  }
  const url = new URL(address);
  const bucket = words('bucket') === '' ? '' : `/${words('bucket')}/${words('prefix')}`;
  const path = `${url.pathname.replace(/\/$/u, '')}${bucket}`;
  return `${url.host}${path}`.replace(/\/$/u, '').slice(0, 200) || kind.label;
}
