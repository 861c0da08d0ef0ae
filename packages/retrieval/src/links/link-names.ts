import { linkKey } from './link-words.js';

const TRAILING_PARENTHESIS = /\s*[(（][^()（）]*[)）]\s*$/;
const IDENTIFIER = /\b\p{Lu}[\p{Lu}\d]{1,9}-\d{1,8}(?:-\d{1,8})?\b/gu;

/** Titles that any document may have. Mentioning such a word does not mention the item. */
const GENERIC = new Set(
  'index home overview introduction contents summary notes readme untitled document about main test'.split(
    ' ',
  ),
);

/**
 * Names by which other texts may refer to an item (KB-7): its title without a trailing parenthesis, its file name, and
 * identifiers in them such as ticket numbers.
 */
export function linkNames(item: { title: string; name: string; externalId: string | null }): string[] {
  const keys = new Set<string>();
  const title = item.title.replace(TRAILING_PARENTHESIS, '');
  for (const name of [title, /\.[a-z0-9]{1,5}$/i.test(item.name) ? item.name : '']) {
    const key = linkKey(name);
    if (isDistinct(key)) keys.add(key);
  }
  for (const text of [item.title, item.name, item.externalId ?? '']) {
    for (const [identifier] of text.matchAll(IDENTIFIER)) keys.add(linkKey(identifier));
  }
  return [...keys];
}

function isDistinct(key: string): boolean {
  if (GENERIC.has(key)) return false;
  const letters = key.match(/\p{L}/gu)?.length ?? 0;
  const unspaced = /[\p{Script=Han}\p{Script=Thai}\p{Script=Hangul}\p{Script=Katakana}]/u.test(key);
  return letters >= (unspaced ? 2 : 3);
}
