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

/** Whether the client's side of the connection is encrypted: cookies are marked accordingly. */
export function isSecure(context: Context<AppEnv>, trustProxy: boolean): boolean {
  if (trustProxy && context.req.header('x-forwarded-proto') === 'https') return true;
  return new URL(context.req.url).protocol === 'https:';
}
