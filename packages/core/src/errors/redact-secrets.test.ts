import { describe, expect, it } from 'vitest';
import { redactJson, redactSecrets } from './redact-secrets.js';

describe('secrets in the errors of tools', () => {
  it.each([
    [
      'connect postgres://app:p%40ss/w0rd@db.internal:5432/app failed',
      'p%40ss',
      'db.internal:5432/app failed',
    ],
    ['mongodb+srv://root:hunter2@cluster0.example.net/?retryWrites=true', 'hunter2', 'cluster0.example.net'],
    ['Server=db;Database=app;User Id=sa;Password=Tr0ub4dor&3;', 'Tr0ub4dor', 'Server=db;Database=app'],
    ['401 for Authorization: Bearer abc.def-ghi', 'abc.def-ghi', '401'],
    ['Incorrect API key provided: sk-proj-1234567890abcdef', 'sk-proj', 'Incorrect API key'],
    ['{"error":"denied","api_key":"zzz-secret-zzz"}', 'zzz-secret', '"error":"denied"'],
    ['GET https://api.example.com/v1?token=abcdef123456&page=2 failed', 'abcdef123456', 'page=2 failed'],
    ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG', 'wJalrXUtnFEMI', 'AWS_SECRET_ACCESS_KEY'],
    ['key ghp_abcdefghijklmnopqrstuvwxyz0123456789 was revoked', 'ghp_', 'was revoked'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- is no key', 'MIIE', 'is no key'],
  ])('leaves %s readable without what is secret', (text, secret, kept) => {
    const shown = redactSecrets(text);
    expect(shown).not.toContain(secret);
    expect(shown).toContain(kept);
  });

  it.each([
    'No such file: /data/reports/2026-11-16/summary.pdf',
    'The request has 9000 tokens; max_tokens: 4096.',
    'author: Ann, secretary: Bob, https://example.com/a?page=2',
  ])('leaves %s as it is', (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  it('looks into values, and takes long texts in little time', () => {
    expect(redactJson({ password: 'a', nested: ['token=abc', 3] })).toEqual({
      password: '[removed]',
      nested: ['token=[removed]', 3],
    });
    expect(redactSecrets('a.b-'.repeat(5_000))).toHaveLength(20_000);
  });
});
