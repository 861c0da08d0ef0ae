import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { PASSWORD_COST } from './password-cost.js';

const KEY_BYTES = 32;

function derive(password: string, salt: Buffer, cost = PASSWORD_COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** The hash contains cost and salt, so the cost can be raised later without invalidating old hashes. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt);
  const { N, r, p } = PASSWORD_COST;
  return `scrypt$${N}$${r}$${p}$${salt.toString('base64')}$${key.toString('base64')}`;
}

/** Takes the same time for an unknown user (`hash` null), so response times do not reveal which names exist. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [kind, n, r, p, salt, key] = (hash ?? '').split('$');
  if (kind !== 'scrypt' || !salt || !key) {
    await derive(password, Buffer.alloc(16));
    return false;
  }
  const expected = Buffer.from(key, 'base64');
  const cost = { N: Number(n), r: Number(r), p: Number(p), maxmem: PASSWORD_COST.maxmem };
  const actual = await derive(password, Buffer.from(salt, 'base64'), cost);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
