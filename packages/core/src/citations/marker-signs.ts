/** Signs that need closer examination: they can begin, end or hide code, a marker, or an address. */
export const CODE_SIGN = 1;
export const MARKER_SIGN = 2;
export const CLOSE_SIGN = 4;
export const ADDRESS_SIGN = 8;
/** May open something in which markers are not recognised: a formula, an address, the text of a link, code. */
export const HIDING_SIGN = 16;
/** By character code. */
export const SIGNS = new Uint8Array(0x10000);
for (const character of '\n\r\\`<') SIGNS[character.charCodeAt(0)] = CODE_SIGN;
for (const character of '[［【〔') SIGNS[character.charCodeAt(0)] = MARKER_SIGN;
SIGNS[0x5d] = CLOSE_SIGN;
SIGNS[0x28] = ADDRESS_SIGN;
for (const character of '$/[\\')
  SIGNS[character.charCodeAt(0)] = (SIGNS[character.charCodeAt(0)] ?? 0) | HIDING_SIGN;

export const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

const OPEN_BRACKET = 0x5b;

/** The signs in a piece. A lone surrogate at its end is treated as a code sign, which is examined most closely. */
export function signsOf(text: string): number {
  let signs = 0;
  for (let index = 0; index < text.length; index++) {
    const sign = SIGNS[text.charCodeAt(index)] ?? 0;
    // A bracket before a letter begins no marker.
    if (
      (sign & MARKER_SIGN) === 0 ||
      index + 1 === text.length ||
      canFollowBracket(text.charCodeAt(index + 1))
    )
      signs |= sign;
    else signs |= sign & HIDING_SIGN;
  }
  return isHighSurrogate(text.charCodeAt(text.length - 1)) ? CODE_SIGN : signs;
}

/** The same inside code, where only code signs matter. */
export function codeSignsOf(text: string): number {
  let signs = 0;
  for (let index = 0; index < text.length; index++) signs |= SIGNS[text.charCodeAt(index)] ?? 0;
  return (signs & CODE_SIGN) | (isHighSurrogate(text.charCodeAt(text.length - 1)) ? CODE_SIGN : 0);
}

/** Slightly more than what can follow the opening bracket of a marker. */
const canFollowBracket = (code: number) => (code < 0x5c ? code < 0x41 || code === OPEN_BRACKET : code > 0x7f);
