import type { ClaimAlignment } from './align-claim.js';

const MARKED =
  /^\s*(?:#{1,6}\s|(?:table|figure|fig\.|chart|tabelle|abbildung|tableau|tabla|figura)\s*\d+[.:])/i;
const LONGEST = 120;

/** A passage that is nothing but headings and captions proves nothing: they say what a text is about. */
export function isHeading({ text: { text, sentences, heads }, window }: ClaimAlignment): boolean {
  for (let index = window.first; index <= window.last; index++) {
    const sentence = sentences[index];
    if (!sentence) return false;
    const { start, end } = sentence;
    const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, end);
    if (MARKED.test(line)) continue;
    if (heads.get(index)?.caption === index) continue;
    // A short line by itself, without an end, above more text.
    const isAlone = text.lastIndexOf('\n', start - 1) === start - 1 || start === 0;
    const isAbove = text.slice(end).startsWith('\n\n') && text.slice(end).trim() !== '';
    if (!(isAlone && isAbove && end - start <= LONGEST && !/[.!?。…:]["”)]?$/.test(text.slice(start, end))))
      return false;
  }
  return true;
}
