import type { ClaimToken } from './claim-token.js';

/** Words that are rare in the other languages listed; lower case, without accents. */
const WORDS: Record<string, string> = {
  en: 'the of and was were is are with for from that this has have had been which by on at to in it its their his her not be an as will would',
  de: 'der die das und ist sind wurde wurden nicht mit auf fur von dem den des ein eine einen einem einer sich auch im zum zur bei nach wird werden hat haben am',
  fr: 'le la les des du est sont une dans pour avec qui que sur au aux par ont ete cette ces il elle mais plus et en d l',
  es: 'el los las del una con para por que fue fueron como su sus es son esta este entre y en al lo se mas',
  it: 'il lo gli della delle dei nel nella che con per sono stato stata anche di da e un al alla si',
  pt: 'os dos das uma com para por que foi foram seu sua nao mais ao pela pelo em no na do da de um e',
  nl: 'het een van en de is zijn werd met voor niet aan op door bij ook naar dat',
};

const languages = Object.keys(WORDS);
const byWord = readWords();

function readWords(): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  // Concatenated, because a list that grows gets room for 17 at once.
  for (const [language, words] of Object.entries(WORDS))
    for (const word of words.split(' ')) found.set(word, (found.get(word) ?? []).concat(language));
  return found;
}

const SCRIPTS: readonly [string, RegExp][] = [
  ['han', /\p{Script=Han}/u],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['hangul', /\p{Script=Hangul}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['greek', /\p{Script=Greek}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  ['devanagari', /\p{Script=Devanagari}/u],
  ['thai', /\p{Script=Thai}/u],
  ['latin', /\p{Script=Latin}/u],
];
/** Letters and words that are examined; enough to decide. */
const LOOKED_AT = 300;
const LEAST_WORDS = 2;
const NONE: readonly string[] = [];

/** `en`, `de` … or the script if that alone decides; null if there is too little text. */
export function languageOf(text: string, tokens: readonly ClaimToken[]): string | null {
  const script = scriptOf(text.slice(0, LOOKED_AT));
  if (script !== 'latin') return script;
  const counts = new Map<string, number>();
  for (let index = 0; index < tokens.length && index < LOOKED_AT; index++)
    for (const language of byWord.get(tokens[index]?.form?.word ?? '') ?? NONE)
      counts.set(language, (counts.get(language) ?? 0) + 1);
  const [first, second] = languages
    .map((language) => ({ language, count: counts.get(language) ?? 0 }))
    .sort((left, right) => right.count - left.count);
  if (!first || first.count < LEAST_WORDS || first.count < 1.3 * (second?.count ?? 0)) return null;
  return first.language;
}

function scriptOf(text: string): string | null {
  const counts = SCRIPTS.map(([name]) => ({ name, count: 0 }));
  const latin = counts.at(-1);
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code < 0x80) {
      if (latin && (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) latin.count++;
      continue;
    }
    const at = SCRIPTS.findIndex(([, pattern]) => pattern.test(character));
    const entry = counts[at];
    if (entry) entry.count += entry.name === 'latin' ? 1 : 2;
  }
  const kana = counts[1];
  // Japanese uses both scripts.
  if (kana && kana.count > 0 && counts[0]) kana.count += counts[0].count;
  const best = counts.reduce((left, right) => (right.count > left.count ? right : left));
  return best.count > 0 ? best.name : null;
}
