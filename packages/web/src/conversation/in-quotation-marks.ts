/** The text with these words in quotation marks, where they are in none yet. */
export function inQuotationMarks(text: string, words: readonly string[]): string {
  return words.reduce(
    (quoted, word) =>
      quoted.replace(
        // A word has letters, digits, hyphens and apostrophes: nothing that a pattern would read otherwise.
        new RegExp(`(?<![\\p{L}\\p{N}"“])${word}(?![\\p{L}\\p{N}"”])`, 'giu'),
        '"$&"',
      ),
    text,
  );
}
