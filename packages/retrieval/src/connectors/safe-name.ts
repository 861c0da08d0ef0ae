import { plainName } from '../parse/plain-label.js';

/** Makes a safe file name from one a server chose: no folders, nothing invisible, limited length. */
export function safeName(name: string, fallback = 'document'): string {
  const plain = plainName(name.replace(/[/\\]/gu, ' '));
  if (/^\.*$/u.test(plain)) return fallback;
  if (plain.length <= 200) return plain;
  const ending = /\.[^. ]{1,10}$/u.exec(plain)?.[0] ?? '';
  return plain.slice(0, 200 - ending.length) + ending;
}
