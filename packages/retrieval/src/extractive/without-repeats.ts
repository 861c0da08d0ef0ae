import type { Candidate } from './collect-candidates.js';
import type { Told } from './with-disputes.js';

/** Drops sentences already quoted after the one they limit. */
export function withoutParts(told: readonly Told<Candidate>[]): Told<Candidate>[] {
  return told.filter(
    ({ sentence: { text, document } }) =>
      !told.some(
        ({ sentence: other }) =>
          other.document === document && other.text.length > text.length && other.text.endsWith(` ${text}`),
      ),
  );
}

/** Drops what a replaced version says if its replacement says the same. */
export function withoutRepeats(candidates: Candidate[]): Candidate[] {
  if (!candidates.some(({ isReplaced }) => isReplaced)) return candidates;
  const said = new Set(candidates.flatMap(({ isReplaced, text }) => (isReplaced ? [] : [text])));
  return candidates.filter(({ isReplaced, text }) => !isReplaced || !said.has(text));
}
