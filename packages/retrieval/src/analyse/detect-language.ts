import { guessLanguage } from './guess-language.js';

/** Enough for a reliable guess. */
const SAMPLE_CHARACTERS = 4_000;

/** With fewer letters, a guess would be a coin toss. */
const ENOUGH_LETTERS = /(?:\p{L}\P{L}*){12}/u;

const SCRIPTS: readonly [RegExp, string][] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Tamil}/u, 'ta'],
];

/** A letter of a non-Latin script. The ranges between hold punctuation and symbols. */
const BEYOND_LATIN = /[\u0370-\u1fff\u2070-\uffff]/;

/** ISO 639-1 code of the text's language, or null if unknown (KB-4). */
export function detectLanguage(text: string): string | null {
  const sample = sampleOf(text);
  const script = BEYOND_LATIN.test(sample) ? languageOfScript(sample) : null;
  if (script !== null) return script;
  if (!ENOUGH_LETTERS.test(sample)) return null;
  const { language, isReliable } = guessLanguage(sample);
  return isReliable ? language : null;
}

/** The language of a text whose script identifies it. */
function languageOfScript(sample: string): string | null {
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  for (const [script, language] of SCRIPTS) {
    const found = sample.match(new RegExp(script, 'gu'))?.length ?? 0;
    // Japanese mixes kana with Chinese characters, so a tenth of the letters decides.
    if (found / letters > (language === 'ja' ? 0.1 : 0.5)) return language;
  }
  return null;
}

/** The likeliest of the given languages, best first, without unlikely ones. The text may be short. */
export function likelyLanguages(text: string, among: readonly string[]): string[] {
  const { scores } = guessLanguage(text);
  const best = Math.max(...among.map((language) => scores[language] ?? 0), 0);
  if (best === 0) return [...among];
  return among
    .filter((language) => (scores[language] ?? 0) >= best * 0.85)
    .sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0));
}

function sampleOf(text: string): string {
  if (text.length <= SAMPLE_CHARACTERS) return text;
  // Sample the middle: beginnings often hold titles, names and boilerplate in another language.
  const start = Math.floor((text.length - SAMPLE_CHARACTERS) / 2);
  return text.slice(start, start + SAMPLE_CHARACTERS);
}
