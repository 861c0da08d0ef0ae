import { describe, expect, it } from 'vitest';
// This path gives the real one: vitest.config.ts replaces it only next to passwords.ts.
import { PASSWORD_COST as REAL_COST } from '../auth/password-cost.js';
import { PASSWORD_COST as CHEAP_COST } from './password-cost.test-helper.js';
import { hashPassword, verifyPassword } from './passwords.js';

const PASSWORD = 'correct horse battery';

describe('ORG-1 passwords', () => {
  it('are kept at a cost that guessing has to pay', () => {
    // 32 MB and about a tenth of a second per guess; changing it is a deliberate decision.
    expect(REAL_COST).toEqual({ N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });
  });

  it('are known again, and others are not', async () => {
    const hash = await hashPassword(PASSWORD);
    expect(hash).not.toContain(PASSWORD);
    expect(hash.startsWith(`scrypt$${CHEAP_COST.N}$`)).toBe(true);
    expect(await verifyPassword(PASSWORD, hash)).toBe(true);
    expect(await verifyPassword('correct horse', hash)).toBe(false);
    expect(await verifyPassword(PASSWORD, null)).toBe(false);
    expect(await verifyPassword(PASSWORD, 'scrypt$')).toBe(false);
  });

  it('that were kept at another cost are known too', async () => {
    // Hash of `Schiff ahoi` with a cost of 1,024.
    const hash = 'scrypt$1024$8$1$BwcHBwcHBwcHBwcHBwcHBw==$EQaR0He9eYsG1e1Db6tHkN+os2767wdB17gtCz80n4c=';
    expect(await verifyPassword('Schiff ahoi', hash)).toBe(true);
    expect(await verifyPassword('Schiff Ahoi', hash)).toBe(false);
  });
});
