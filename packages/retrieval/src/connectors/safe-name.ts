// Control characters, and what reverses the direction of writing so that `gpj.exe` reads `exe.jpg`.
// oxlint-disable-next-line no-control-regex
const DECEPTIVE = /[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/** A file name for people, made of one that a server chose: no folders in it, nothing invisible, not endless. */
export function safeName(name: string, fallback = 'document'): string {
  const plain = name.replace(DECEPTIVE, '').replace(/[/\\]/gu, ' ').replace(/\s+/gu, ' ').trim();
  if (/^\.*$/u.test(plain)) return fallback;
  if (plain.length <= 200) return plain;
  const ending = /\.[^. ]{1,10}$/u.exec(plain)?.[0] ?? '';
  return plain.slice(0, 200 - ending.length) + ending;
}
