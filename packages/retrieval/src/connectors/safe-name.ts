import { plainName } from '../parse/plain-label.js';

/** A file name for people, made of one that a server chose: no folders in it, nothing invisible, not endless. */
export function safeName(name: string, fallback = 'document'): string {
  const plain = plainName(name.replace(/[/\\]/gu, ' '));
  if (/^\.*$/u.test(plain)) return fallback;
  if (plain.length <= 200) return plain;
  const ending = /\.[^. ]{1,10}$/u.exec(plain)?.[0] ?? '';
  return plain.slice(0, 200 - ending.length) + ending;
}
