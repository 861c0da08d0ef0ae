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
const SET_UP_DAYS = 7;
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
  const typed = asTyped(code);
  const step = secret === null ? null : totpStep(secret, typed);
  if (step !== null) return (await services.secondFactors.takeStep(userId, step)) ? 'code' : null;
  const isTaken =
    factor !== null && (await services.secondFactors.takeRecoveryCode(userId, hashOf(userId, typed)));
  return isTaken ? 'recovery-code' : null;
}

/** To be shown once; only hashes are kept. */
export function newRecoveryCodes(userId: string): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  return { codes, hashes: codes.map((code) => hashOf(userId, asTyped(code))) };
}

/** ORG-1: handed to the person by an administrator, to be shown once. */
export async function offerSetUp(
  services: FactorServices,
  userId: string,
): Promise<{ code: string; expiresAt: string }> {
  const code = newCode();
  const expiresAt = new Date(Date.now() + SET_UP_DAYS * 24 * 60 * 60_000);
  await services.secondFactors.offer(userId, { codeHash: hashOf(userId, asTyped(code)), expiresAt });
  return { code, expiresAt: expiresAt.toISOString() };
}

/** Whoever knows no more than the password must not set up the factor in the person's place, where that is asked for. */
export async function maySetUp(
  services: FactorServices & Pick<Services, 'settings'>,
  userId: string,
  code: string | undefined,
): Promise<boolean> {
  if (!(await readSystemSettings(services.settings)).secondFactorNeedsCode) return true;
  return (
    code !== undefined && (await services.secondFactors.isOffered(userId, hashOf(userId, asTyped(code))))
  );
}

/** Fifty bits: too many to guess where guesses are counted. */
function newCode(): string {
  const part = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${part()}-${part()}`;
}

function asTyped(code: string): string {
  return code.replaceAll(/[\s-]/gu, '').toLowerCase();
}

function hashOf(userId: string, code: string): string {
  return createHash('sha256').update(`${userId} ${code}`).digest('hex');
}
