import type { ClaimAlignment } from './align-claim.js';

const MARKED =
  /^\s*(?:#{1,6}\s|(?:table|figure|fig\.|chart|tabelle|abbildung|tableau|tabla|figura)\s*\d+[.:])/i;
const LONGEST = 120;

/** A passage that is nothing but headings and captions proves nothing: they say what a text is about. */
export function isHeading({ text: { text, sentences, heads }, window }: ClaimAlignment): boolean {
  for (let index = window.first; index <= window.last; index++) {
    const sentence = sentences[index];
    if (!sentence) return false;
    if (heads.get(index)?.caption === index || isHeadingLine(text, sentence)) continue;
    return false;
  }
  return true;
}

/** Marked as one, or a short line by itself, without an end, above more text. */
export function isHeadingLine(text: string, { start, end }: { start: number; end: number }): boolean {
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  if (MARKED.test(text.slice(lineStart, end))) return true;
  const isAlone = /^[\s*_>]*$/.test(text.slice(lineStart, start));
  const behind = text.slice(end, end + LONGEST);
  const isAbove = /^[ \t\r*_]*\n[ \t\r]*\n\s*\S/.test(behind);
  return isAlone && isAbove && end - start <= LONGEST && !/[.!?。…:]["”)]?$/.test(text.slice(start, end));
}
