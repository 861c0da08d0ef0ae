const LONGEST = 80;
const LONG_ENOUGH = 16;
/** Markdown signs at the beginning of a line are formatting, and a newer parser may format the line differently. */
const SIGNS = /^(?:#{1,6}|[-*+>•]|\d{1,3}[.)])\s+/u;

/**
 * Some words of a passage, so a link still finds it after the document was read again and its text has moved: the
 * beginning of its first line, or of its first long cell if it is a table row.
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

/** Half of a surrogate pair is invalid in an address. */
function wholeCharacters(text: string): string {
  return /[\ud800-\udbff]$/u.test(text) ? text.slice(0, -1) : text;
}
