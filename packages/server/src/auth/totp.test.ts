import { describe, expect, it } from 'vitest';
import { newTotpSecret, totpAddress, totpCode, totpStep } from './totp.js';

/** `12345678901234567890` in base 32, from the RFC's table. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('ORG-1 one-time codes of RFC 6238', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i seconds the code is %s', (seconds, code) => {
    expect(totpCode(SECRET, Math.floor(seconds / 30), 8)).toBe(code);
  });

  it('takes the code of now, the one before and the one after', () => {
    const now = 1_234_567_890_000;
    const step = Math.floor(now / 30_000);
    for (const near of [-1, 0, 1])
      expect(totpStep(SECRET, totpCode(SECRET, step + near), now)).toBe(step + near);
    for (const far of [-2, 2]) expect(totpStep(SECRET, totpCode(SECRET, step + far), now)).toBeNull();
    for (const wrong of ['', '12345', '1234567', 'abcdef']) expect(totpStep(SECRET, wrong, now)).toBeNull();
  });

  it('makes secrets that apps take', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/u);
    expect(totpStep(secret, totpCode(secret, Math.floor(Date.now() / 30_000)))).not.toBeNull();
    expect(totpAddress({ secret: SECRET, name: 'ada & co', host: 'ibid.example' })).toBe(
      `otpauth://totp/Ibid:ada%20%26%20co%20(ibid.example)?secret=${SECRET}&issuer=Ibid`,
    );
  });
});
