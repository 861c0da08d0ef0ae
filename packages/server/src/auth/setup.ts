import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hashToken } from '@ibid/store/internal';
import type { Services } from '../services.js';
import { SYSTEM_SCOPE } from '../settings/system-settings.js';

const KEY = 'setupTokenHash';

type SetupServices = Pick<Services, 'users' | 'settings'>;

/** API-2: whether an administrator who can log in exists. */
export async function isSetUp(services: SetupServices): Promise<boolean> {
  return (await services.users.countAdministrators()) > 0;
}

/** Creates a token for the link of the first start; the previous one becomes invalid. */
export async function newSetupToken(services: SetupServices): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await services.settings.set(SYSTEM_SCOPE, KEY, hashToken(token));
  return token;
}

/** Returns true only once. */
export async function consumeSetupToken(services: SetupServices, token: string): Promise<boolean> {
  const expected = await services.settings.get(SYSTEM_SCOPE, KEY);
  if (typeof expected !== 'string') return false;
  const sent = Buffer.from(hashToken(token));
  const stored = Buffer.from(expected);
  if (sent.length !== stored.length || !timingSafeEqual(sent, stored)) return false;
  await services.settings.delete(SYSTEM_SCOPE, KEY);
  return true;
}
