import { randomBytes } from 'node:crypto';

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * 26 characters: 10 of time, so that ids sort by when they were made, 16 of chance.
 *
 * ```ts
 * import { newId } from '@ibid/store';
 *
 * console.log(newId(1_000) < newId(2_000)); // true: ids sort by time
 * ```
 */
export function newId(now: number = Date.now()): string {
  let time = '';
  for (let rest = now, place = 0; place < 10; place += 1) {
    time = DIGITS[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  let chance = '';
  for (const byte of randomBytes(16)) chance += DIGITS[byte % 32];
  return time + chance;
}
