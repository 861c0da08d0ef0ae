import { randomFillSync } from 'node:crypto';

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const CHANCE_BYTES = 16;
/** Random bytes are drawn for many ids at once, because each call to the system costs more than the rest of an id. */
const pool = new Uint8Array(256 * CHANCE_BYTES);
let used = pool.length;

/** 26 characters: 10 of time, so ids sort by creation time, and 16 random ones. */
export function newId(now: number = Date.now()): string {
  let time = '';
  for (let rest = now, place = 0; place < 10; place += 1) {
    time = DIGITS[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  let chance = '';
  for (const byte of nextChance()) chance += DIGITS[byte % 32];
  return time + chance;
}

function nextChance(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += CHANCE_BYTES;
  return pool.subarray(used - CHANCE_BYTES, used);
}
