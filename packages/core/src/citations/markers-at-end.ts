import { isCloseBracket, isOpenBracket } from './marker-characters.js';

/** The most characters between the brackets of a marker, as `MAX_MARKER`. */
const MOST_INSIDE = 240;
const LINE_END = 0x0a;

const isBlank = (code: number) => code === 0x20 || code === 0x09;

/**
 * The text without the markers and spaces at its end: adjacent markers share their sentence. Reads from the end, each
 * character at most twice. A pattern tried the brackets in every combination, which doubled its work with each `[[1]`.
 */
export function withoutMarkersAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--;
  for (let closed = end; closed > 0;) {
    let inside = closed;
    while (inside > 0 && isCloseBracket(text.charCodeAt(inside - 1))) inside--;
    if (inside === closed) break;
    const { from, start } = beginOfMarker(text, inside);
    if (start === null) break;
    end = start;
    // What comes before it belongs to it only if nothing else is between the two.
    if (start > from) break;
    closed = start;
  }
  return text.slice(0, end);
}

/**
 * The first place from which the text up to `end` is one opened marker with the spaces before it; null if there is
 * none. `from`: how far back it may reach, to the bracket or the line end before it.
 */
function beginOfMarker(text: string, end: number): { from: number; start: number | null } {
  let from = end;
  let opened: number | null = null;
  // Brackets in a row, from this place on.
  let brackets = 0;
  while (from > 0) {
    const code = text.charCodeAt(from - 1);
    if (code === LINE_END || isCloseBracket(code)) break;
    from--;
    brackets = isOpenBracket(code) ? brackets + 1 : 0;
    const length = end - from;
    if (brackets > 0 && length > 1 && length - Math.min(brackets, length - 1) <= MOST_INSIDE) opened = from;
  }
  if (opened === null) return { from, start: null };
  let start = opened;
  while (start > from && isBlank(text.charCodeAt(start - 1))) start--;
  return { from, start };
}
