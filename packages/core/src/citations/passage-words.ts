const LONGEST = 80;
const LONG_ENOUGH = 16;
/** Signs of Markdown at the beginning of a line say how it is set, and a newer reader may set it otherwise. */
const SIGNS = /^(?:#{1,6}|[-*+>•]|\d{1,3}[.)])\s+/u;

/**
 * Some words of a passage by which a link finds it again where the document was read again and its text has moved: the
 * beginning of its first line, or of its first long cell where it is a row.
 */
export function passageWords(text: string): string {
  const pieces = text.split(/[\n|]+/u).map((piece) => piece.trim().replace(SIGNS, ''));
  const longest = pieces.toSorted((one, other) => other.length - one.length)[0] ?? '';
  const chosen = pieces.find((piece) => piece.length >= LONG_ENOUGH) ?? longest;
  if (chosen.length <= LONGEST) return chosen;
  const cut = chosen.slice(0, LONGEST + 1);
  const space = cut.lastIndexOf(' ');
  return space > LONG_ENOUGH ? cut.slice(0, space) : wholeCharacters(cut.slice(0, LONGEST));
}

/** Half of a character of two parts has no place in an address. */
function wholeCharacters(text: string): string {
  return /[\ud800-\udbff]$/u.test(text) ? text.slice(0, -1) : text;
}
