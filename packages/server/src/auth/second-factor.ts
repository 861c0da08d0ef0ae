import { createHash, randomInt } from 'node:crypto';
import type { SessionIdentity, User } from '@ibid/store/internal';
import type { Services } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { totpStep } from './totp.js';

/**
 * Checked with each request, so it also applies to users who are already logged in or lost their factor. Logins through
 * a provider are exempt: the provider has its own.
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

/** How the code matched; null if it did not. Each code works once. */
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

/** To be shown once; only hashes are stored. */
export function newRecoveryCodes(userId: string): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  return { codes, hashes: codes.map((code) => hashOf(userId, asTyped(code))) };
}

/** ORG-1: a code that an administrator gives to the user; shown once. */
export async function offerSetUp(
  services: FactorServices,
  userId: string,
): Promise<{ code: string; expiresAt: string }> {
  const code = newCode();
  const expiresAt = new Date(Date.now() + SET_UP_DAYS * 24 * 60 * 60_000);
  await services.secondFactors.offer(userId, { codeHash: hashOf(userId, asTyped(code)), expiresAt });
  return { code, expiresAt: expiresAt.toISOString() };
}

/** If required, someone who only knows the password must not be able to set up the factor in the user's place. */
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

/** 50 bits: too many to guess with limited attempts. */
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
