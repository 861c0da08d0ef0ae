/** Character classes that the encodings' patterns distinguish. */
export const OTHER = 0;
export const UPPER = 1;
export const LOWER = 2;
/** Letters without case, and modifiers. */
export const CASELESS = 3;
export const MARK = 4;
export const NUMBER = 5;
export const WHITE = 6;
export const NEWLINE = 7;

const PAGE = 256;
const pages: (Uint8Array | undefined)[] = [];

/** Classes of ASCII by code, for loops over many characters. */
export const asciiClasses = Uint8Array.from({ length: 128 }, (_, code) => classOfAscii(code));

/** No regular expressions, because it runs when the module is loaded. */
function classOfAscii(code: number): number {
  if (code === 10 || code === 13) return NEWLINE;
  if (code === 32 || (code >= 9 && code <= 12)) return WHITE;
  if (code >= 48 && code <= 57) return NUMBER;
  if (code >= 65 && code <= 90) return UPPER;
  return code >= 97 && code <= 122 ? LOWER : OTHER;
}

/** The class of a code point. Tables for blocks of 256 are built on first use. */
export function classOf(code: number): number {
  const page = pages[code >> 8] ?? makePage(code >> 8);
  return page[code & (PAGE - 1)] as number;
}

function makePage(number: number): Uint8Array {
  const page = new Uint8Array(PAGE);
  for (let offset = 0; offset < PAGE; offset += 1)
    page[offset] = classify(String.fromCodePoint(number * PAGE + offset));
  pages[number] = page;
  return page;
}

function classify(character: string): number {
  if (/^[\r\n]$/u.test(character)) return NEWLINE;
  if (/^\s$/u.test(character)) return WHITE;
  if (/^\p{N}$/u.test(character)) return NUMBER;
  if (/^\p{M}$/u.test(character)) return MARK;
  if (!/^\p{L}$/u.test(character)) return OTHER;
  if (/^[\p{Lu}\p{Lt}]$/u.test(character)) return UPPER;
  return /^\p{Ll}$/u.test(character) ? LOWER : CASELESS;
}

/** The code point at a position; a lone surrogate is returned as it is. */
export function codeAt(text: string, place: number): number {
  const code = text.charCodeAt(place);
  if (code < 0xd800 || code > 0xdbff || place + 1 >= text.length) return code;
  const low = text.charCodeAt(place + 1);
  return low >= 0xdc00 && low <= 0xdfff ? (code - 0xd800) * 0x400 + low - 0xdc00 + 0x10000 : code;
}

export function widthOf(code: number): 1 | 2 {
  return code > 0xffff ? 2 : 1;
}
