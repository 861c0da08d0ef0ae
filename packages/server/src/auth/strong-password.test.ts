import { describe, expect, it } from 'vitest';
import { requireStrongPassword } from './strong-password.js';

const refused = (password: string, name = 'ada') => {
  try {
    requireStrongPassword({ password, name });
    return false;
  } catch {
    return true;
  }
};

describe('API-2 a password that is guessed first', () => {
  it.each([
    'password123',
    'Passw0rd2026!',
    'p4$$w0rd1985!!!',
    'passwordpassword',
    'Sommer2026!!',
    'qwertyuiop',
    'qwertzuiop123',
    '1q2w3e4r5t6z',
    '0987654321',
    'abcdefghij',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'xy12xy12xy12',
    'letmein12345',
    'iloveyou2025',
    'Administrator1',
    'welcome-to-ibid',
    'ChangeMe!2026',
    '!@#$%^&*()',
  ])('is refused: %s', (password) => {
    expect(refused(password)).toBe(true);
  });

  it('is refused when it is little more than the own name', () => {
    expect(refused('ada.lovelace1', 'ada.lovelace')).toBe(true);
    expect(refused('LOVELACE-1815', 'Ada Lovelace')).toBe(true);
    expect(refused('ada.lovelace1', 'grace')).toBe(false);
    expect(refused('lovelace drinks cold tea', 'Ada Lovelace')).toBe(false);
  });

  it.each([
    'a long enough password',
    'another long password',
    'correct horse battery',
    '4f9a1c7e2b',
    'x7!Kq2#vLp9$',
    'vier kalte Fische',
    'これは長いパスワードです',
  ])('is not: %s', (password) => {
    expect(refused(password)).toBe(false);
  });

  it('keeps its error free of the password', () => {
    expect(() => requireStrongPassword({ password: 'qwertyuiop', name: 'ada' })).toThrow(
      expect.objectContaining({ code: 'weak_password', message: expect.not.stringContaining('qwerty') }),
    );
  });
});
