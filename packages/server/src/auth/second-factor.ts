import { createHash, randomInt } from 'node:crypto';
import type { SessionIdentity, User } from '@ibid/store/internal';
import type { Services } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { totpStep } from './totp.js';

/**
 * Looked at with each request, so that it also holds for who is logged in already and for who lost theirs. A provider has
 * its own factor.
 */
export async function lacksFactor(
  services: Pick<Services, 'secondFactors' | 'settings' | 'options'>,
  { user, identity }: { user: Pick<User, 'id' | 'role'>; identity: SessionIdentity | null },
): Promise<boolean> {
  if (services.options.mode === 'local' || identity !== null) return false;
  const { requireSecondFactor: roles } = await readSystemSettings(services.settings);
  if (!roles.includes(user.role)) return false;
  return (await services.secondFactors.get(user.id))?.isConfirmed !== true;
}

type FactorServices = Pick<Services, 'secondFactors' | 'secrets'>;

const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** How a code was right; null where it was not. Each works once. */
export async function takeCode(
  services: FactorServices,
  userId: string,
  code: string,
): Promise<'code' | 'recovery-code' | null> {
  const factor = await services.secondFactors.get(userId);
  const secret = factor ? services.secrets.open(factor.sealedSecret) : null;
  const typed = code.replaceAll(/[\s-]/gu, '').toLowerCase();
  const step = secret === null ? null : totpStep(secret, typed);
  if (step !== null) return (await services.secondFactors.takeStep(userId, step)) ? 'code' : null;
  const isTaken =
    factor !== null && (await services.secondFactors.takeRecoveryCode(userId, hashOf(userId, typed)));
  return isTaken ? 'recovery-code' : null;
}

/** To be shown once; only hashes are kept. Fifty bits each: too many to guess where guesses are counted. */
export function newRecoveryCodes(userId: string): { codes: string[]; hashes: string[] } {
  const part = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${part()}-${part()}`);
  return { codes, hashes: codes.map((code) => hashOf(userId, code.replace('-', ''))) };
}

function hashOf(userId: string, code: string): string {
  return createHash('sha256').update(`${userId} ${code}`).digest('hex');
}
