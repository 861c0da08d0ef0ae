import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.js';

/** Where a request comes from; `in-process` for one without a socket. */
export function clientAddress(context: Context<AppEnv>, trustProxy: boolean): string {
  if (trustProxy) {
    // The last entry is the one our own proxy wrote; earlier ones are whatever the client claims.
    const forwarded = context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
    if (forwarded) return forwarded;
  }
  return context.env?.incoming?.socket.remoteAddress ?? 'in-process';
}

/**
 * What attempts are counted by. Who has one address of version 6 has all that begin with the same four groups, so these
 * count as one; an address of version 4 in the dress of version 6 is the same as without it.
 */
export function addressGroup(address: string): string {
  const plain = address
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/u, '')
    .replace(/%.*$/u, '');
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = plain.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Whether the client's side of the connection is encrypted: cookies are marked accordingly. */
export function isSecure(context: Context<AppEnv>, trustProxy: boolean): boolean {
  if (trustProxy && context.req.header('x-forwarded-proto') === 'https') return true;
  return new URL(context.req.url).protocol === 'https:';
}

/** Where people reach this server: `IBID_PUBLIC_URL`, or the address that they asked at. */
export function publicOrigin(
  context: Context<AppEnv>,
  options: { trustProxy: boolean; publicUrl: string | null },
): string {
  if (options.publicUrl !== null) return new URL(options.publicUrl).origin;
  const { host } = new URL(context.req.url);
  return `${isSecure(context, options.trustProxy) ? 'https' : 'http'}://${host}`;
}

/**
 * The same for links that are to work later: null for a request within the process, such as the command line makes, where
 * no server listens. Names that end so can never be addresses (RFC 2606).
 */
export function linkOrigin(
  context: Context<AppEnv>,
  options: { trustProxy: boolean; publicUrl: string | null },
): string | null {
  const origin = publicOrigin(context, options);
  return new URL(origin).hostname.endsWith('.invalid') ? null : origin;
}
