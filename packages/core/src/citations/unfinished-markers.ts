const OPEN_BRACKET = 0x5b;
const SPACE = 0x20;

/** Characters of unfinished markers that are handed on together. */
export const FAILED_AT_ONCE = 32;

/** What may stand between the brackets of a marker, besides daggers and what follows them. */
const INSIDE = new Uint8Array(0x80);
for (const character of '0123456789,;- ') INSIDE[character.charCodeAt(0)] = 1;

/** Where the last bracket opens in a text of nothing but unfinished markers; -1: nowhere; -2: it is another text. */
export function lastUnfinished(text: string): number {
  let last = -1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === OPEN_BRACKET) last = index;
    // Behind a bracket, a space may stand before a second one that belongs to it.
    else if (INSIDE[code] !== 1 || (code === SPACE && last >= 0 && last === index - 1)) return -2;
  }
  return last;
}
