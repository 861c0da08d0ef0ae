import type { Session, SessionIdentity } from '@ibid/store/internal';
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import type { AppEnv } from '../http/app-env.js';
import { clientAddress, isSecure } from '../http/client-address.js';
import type { Services } from '../services.js';
import { SESSION_COOKIE } from './authenticate.js';
import { browserName } from './browser-name.js';

const LIFETIME_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;
/** Lifetime of a provider's session: a working day. Logging in again there usually takes one click. */
const LIFETIME_AT_PROVIDER_MILLISECONDS = 12 * 60 * 60 * 1000;

/** Creates a session for this user and sets its cookie. */
export async function beginSession(
  services: Pick<Services, 'sessions' | 'options'>,
  context: Context<AppEnv>,
  options: { userId: string; identity?: Omit<SessionIdentity, 'checkedAt'> },
): Promise<Session> {
  const lifetimeMilliseconds = options.identity ? LIFETIME_AT_PROVIDER_MILLISECONDS : LIFETIME_MILLISECONDS;
  const session = await services.sessions.create({
    ...options,
    lifetimeMilliseconds,
    address: clientAddress(context, services.options.trustProxy),
    browser: browserName(context.req.header('user-agent') ?? ''),
  });
  setCookie(context, SESSION_COOKIE, session.token, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: lifetimeMilliseconds / 1000,
    secure: isSecure(context, services.options.trustProxy),
  });
  return session;
}
