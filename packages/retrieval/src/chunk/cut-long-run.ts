import { BREAK, type BreakStrength } from './atom.js';
import type { Cut } from './cut-prose.js';

/** The longest atom in characters. This also spares the tokenizer long runs, on which its cost is quadratic. */
const MAX_CHARACTERS = 400;

/** Adds the run as one cut, or as several: at white space, or else between whole characters. */
export function cutLongRun(
  text: string,
  start: number,
  end: number,
  strength: BreakStrength,
  cuts: Cut[],
): void {
  let at = start;
  cuts.push({ start: at, strength });
  while (end - at > MAX_CHARACTERS) {
    at = wordBreakBefore(text, at, at + MAX_CHARACTERS);
    cuts.push({ start: at, strength: BREAK.word });
  }
}

function wordBreakBefore(text: string, start: number, limit: number): number {
  for (let at = limit; at > start + MAX_CHARACTERS / 4; at--) {
    if (isSpace(text.charCodeAt(at)) && !isSpace(text.charCodeAt(at - 1))) return at;
  }
  let at = limit;
  // A combining mark, a joiner or a low surrogate belongs to the character before it.
  while (at > start + 1 && at > limit - 16 && continuesCharacter(text, at)) at--;
  return isLowSurrogate(text.charCodeAt(at)) ? at - 1 : at;
}

function continuesCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    isLowSurrogate(code) ||
    code === 0x200d ||
    text.charCodeAt(at - 1) === 0x200d ||
    /\p{M}/u.test(String.fromCodePoint(text.codePointAt(at) ?? 0x20))
  );
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0xa0 || code === 0x3000;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
