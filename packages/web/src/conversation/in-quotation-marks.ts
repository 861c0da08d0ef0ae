/** Puts these words of the text into quotation marks, unless they already are. */
export function inQuotationMarks(text: string, words: readonly string[]): string {
  return words.reduce(
    (quoted, word) =>
      quoted.replace(
        // A word has only letters, digits, hyphens and apostrophes, none of which need escaping.
        new RegExp(`(?<![\\p{L}\\p{N}"“])${word}(?![\\p{L}\\p{N}"”])`, 'giu'),
        '"$&"',
      ),
    text,
  );
}
