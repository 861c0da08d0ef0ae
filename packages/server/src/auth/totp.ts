import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks differ, so the previous and the next code are accepted too. */
const DRIFT = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** In the format of authenticator apps: twenty random bytes in base 32. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(20));
}

/** The content of the QR code. */
export function totpAddress(options: { secret: string; name: string; host: string }): string {
  const label = `${encodeURIComponent('Ibid')}:${encodeURIComponent(`${options.name} (${options.host})`)}`;
  return `otpauth://totp/${label}?secret=${options.secret}&issuer=Ibid`;
}

/** RFC 6238 with HMAC-SHA-1, which every app supports. */
export function totpCode(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The time step of a code; null if it is not currently valid. */
export function totpStep(secret: string, code: string, now = Date.now()): number | null {
  const current = Math.floor(now / 1000 / STEP_SECONDS);
  const given = Buffer.from(code);
  let found: number | null = null;
  for (let step = current - DRIFT; step <= current + DRIFT; step += 1) {
    const expected = Buffer.from(totpCode(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}

function toBase32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/gu) ?? [])
    .map((part) => ALPHABET[Number.parseInt(part.padEnd(5, '0'), 2)])
    .join('');
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
