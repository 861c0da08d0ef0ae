/**
 * Invisible and deceptive characters: controls, direction marks that make `gpj.exe` read as `exe.jpg`, zero-width
 * spaces, fillers, tags.
 */
const DECEPTIVE =
  /(?![\t\n\u200c\u200d]|\p{Variation_Selector})[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]/gu;

/**
 * Scripts that use joiners, and emoji joined into one. Elsewhere a joiner only hides, and so do variation selectors.
 */
const JOINED =
  '\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}' +
  '\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}' +
  '\\p{Script=Myanmar}\\p{Script=Mongolian}\\p{Script=Syriac}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f';
const VARIED = '\\p{Extended_Pictographic}\\p{Script=Han}\\p{Script=Mongolian}\\p{Script=Myanmar}';
const MISPLACED = new RegExp(
  `(?<![${JOINED}])[\\u200c\\u200d]|[\\u200c\\u200d](?![${JOINED}])|(?<![${VARIED}])\\p{Variation_Selector}`,
  'gu',
);
const PLAIN = /^[\t\n\u0020-\u007e]*$/u;

/** For a title, heading or name: it reads as written, and so does the text beside it. */
export function withoutDeceptive(text: string): string {
  return PLAIN.test(text) ? text : text.replace(DECEPTIVE, '').replace(MISPLACED, '');
}

/** The same for a name given by a person: on one line, and names that look the same are the same. */
export function plainName(text: string): string {
  return withoutDeceptive(text.normalize('NFC')).replaceAll(/\s+/gu, ' ').trim();
}
