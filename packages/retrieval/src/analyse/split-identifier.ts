const PARTS = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}+|\p{N}+|[\p{L}\p{M}]+/gu;
const COMPOSED = /[_-]|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;

/**
 * The parts of `runTarget`, `run_target`, `HTTPServer` or `ABC-123`, and the whole without its separators, so that
 * every way of writing it meets the others. Null for a plain word.
 */
export function splitIdentifier(word: string): { whole: string; parts: string[] } | null {
  if (!COMPOSED.test(word)) return null;
  const parts = word.match(PARTS) ?? [];
  if (parts.length < 2) return null;
  return { whole: word.replace(/[_'-]/g, ''), parts };
}
