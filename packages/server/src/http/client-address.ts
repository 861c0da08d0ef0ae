import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.js';

/** The address of the client; `in-process` without a socket. */
export function clientAddress(context: Context<AppEnv>, trustProxy: boolean): string {
  if (trustProxy) {
    // Our own proxy wrote the last entry; a client can forge the earlier ones.
    const forwarded = context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
    if (forwarded) return forwarded;
  }
  return context.env?.incoming?.socket.remoteAddress ?? 'in-process';
}

/**
 * The key for counting attempts. Someone with one IPv6 address has its whole /64, so the first four groups count as
 * one. IPv4-mapped addresses equal their plain IPv4 form.
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

/** Whether the client's connection is encrypted; cookies are marked accordingly. */
export function isSecure(context: Context<AppEnv>, trustProxy: boolean): boolean {
  if (trustProxy && context.req.header('x-forwarded-proto') === 'https') return true;
  return new URL(context.req.url).protocol === 'https:';
}

/** The public address of this server: `IBID_PUBLIC_URL`, or the address of the request. */
export function publicOrigin(
  context: Context<AppEnv>,
  options: { trustProxy: boolean; publicUrl: string | null },
): string {
  if (options.publicUrl !== null) return new URL(options.publicUrl).origin;
  const { host } = new URL(context.req.url);
  return `${isSecure(context, options.trustProxy) ? 'https' : 'http'}://${host}`;
}

/**
 * The same for links that must work later. Null for in-process requests, such as those of the command line, where no
 * server listens. They use names under `.invalid`, which never resolve (RFC 2606).
 */
export function linkOrigin(
  context: Context<AppEnv>,
  options: { trustProxy: boolean; publicUrl: string | null },
): string | null {
  const origin = publicOrigin(context, options);
  return new URL(origin).hostname.endsWith('.invalid') ? null : origin;
}
