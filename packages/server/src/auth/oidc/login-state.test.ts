import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SecretBox } from '../../models/secret-box.js';
import { openLoginState, pathOnly, sealLoginState } from './login-state.js';

const secrets = new SecretBox(randomBytes(32));
const login = { providerId: 'house', state: 's', nonce: 'n', verifier: 'v', to: '/c/1' };

describe('ORG-1 what the browser keeps during a log-in', () => {
  it('comes back as it was, at the provider it was made for', () => {
    const sealed = sealLoginState(secrets, login);
    expect(openLoginState(secrets, sealed, 'house')).toEqual(login);
    expect(openLoginState(secrets, sealed, 'other')).toBeNull();
    expect(openLoginState(new SecretBox(randomBytes(32)), sealed, 'house')).toBeNull();
    expect(openLoginState(secrets, `${sealed.slice(0, -4)}AAAA`, 'house')).toBeNull();
    expect(openLoginState(secrets, undefined, 'house')).toBeNull();
  });
});

describe('where somebody goes after a log-in', () => {
  it('is on this server, whatever was asked for', () => {
    for (const path of ['/', '/c/1', '/knowledge?x=1#top']) expect(pathOnly(path)).toBe(path);
    for (const elsewhere of [
      'https://evil.example/',
      '//evil.example/',
      String.raw`/\evil.example`,
      '/\t/evil.example',
      '/..//evil.example',
      'javascript:alert(1)',
      'evil',
      '',
      undefined,
    ])
      expect(pathOnly(elsewhere)).toBe('/');
  });
});
