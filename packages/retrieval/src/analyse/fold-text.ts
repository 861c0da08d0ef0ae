/**
 * Languages whose readers often type without accents, and where folding loses nothing. Elsewhere (Swedish å, Turkish ş,
 * Vietnamese tones) a marked letter is a different letter, and folding would merge different words.
 */
const ACCENTS_OPTIONAL = new Set([
  'en',
  'fr',
  'es',
  'pt',
  'it',
  'ca',
  'ro',
  'gl',
  'nl',
  'el',
  'ga',
  'de',
  'af',
]);

const LATIN_AND_GREEK_MARKS = /[\u0300-\u036f]/g;
const ARABIC_MARKS = /[\u{610}-\u{61a}]|\u{640}|[\u{64b}-\u{65f}]|\u{670}|[\u{6d6}-\u{6ed}]/gu;
const NON_ASCII = /[^\0-\x7f]/;

/** Folds what never carries meaning: compatibility forms, case, apostrophes and zero-width characters. */
export function foldCase(text: string, language: string | null): string {
  const folded = NON_ASCII.test(text)
    ? text
        .normalize('NFKC')
        .replace(/[\u2018\u2019\u02bc\uff07]/g, "'")
        .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    : text;
  return language === 'tr' || language === 'az' ? folded.toLocaleLowerCase('tr') : folded.toLowerCase();
}

/** Runs after stemming, which needs the accents. */
export function foldAccents(word: string, language: string | null): string {
  if (!NON_ASCII.test(word)) return word;
  if (/[\u0600-\u06ff]/.test(word)) {
    return word
      .replace(ARABIC_MARKS, '')
      .replace(/[أإآٱ]/g, 'ا')
      .replace(/ى/g, 'ي')
      .replace(/ة/g, 'ه');
  }
  let folded = word.replace(/ё/g, 'е').replace(/ς/g, 'σ').replace(/ß/g, 'ss');
  if (language === null || ACCENTS_OPTIONAL.has(language) || /[\u0370-\u03ff]/.test(word)) {
    folded = folded.normalize('NFD').replace(LATIN_AND_GREEK_MARKS, '').normalize('NFC');
  }
  return folded;
}
