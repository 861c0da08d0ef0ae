/**
 * Where the page that starts at `start` ends (FD-4): after the last line end within `size` characters, or after `size`
 * characters if the line is longer than a page. Never inside a surrogate pair, because the halves could not be encoded,
 * so a page of size 1 may hold 2 code units.
 */
export function pageEnd(options: { content: string; start: number; size: number }): number {
  const { content, start } = options;
  const size = Math.max(1, Math.floor(options.size));
  if (content.length - start <= size) return content.length;
  const end = start + size;
  const lineEnd = lastLineEnd(content, start, end);
  return lineEnd === -1 ? wholeCharacterEnd(content, start, end) : lineEnd;
}

/** Position after the last line feed in a range; -1 if there is none. */
function lastLineEnd(content: string, start: number, end: number): number {
  // Searched in slices: a search of the whole content for a missing line end would run back to its beginning.
  const tail = Math.max(start, end - USUAL_LINE);
  const near = content.slice(tail, end).lastIndexOf('\n');
  if (near !== -1) return tail + near + 1;
  const before = content.slice(start, tail);
  // Searching forwards is some ten times as fast as backwards, and text in one line (mostly data) has nothing to find.
  return before.includes('\n') ? start + before.lastIndexOf('\n') + 1 : -1;
}

/** Most lines are shorter, so the last line end is usually this close to the end of the page. */
const USUAL_LINE = 256;

/** Moves an end out of the middle of a surrogate pair: back, or forward if that would leave nothing. */
export function wholeCharacterEnd(content: string, start: number, end: number): number {
  if (end <= start || !cutsPair(content, end)) return end;
  return end - 1 > start ? end - 1 : end + 1;
}

/** Whether a cut at this offset would split a surrogate pair. */
export function cutsPair(content: string, offset: number): boolean {
  if (offset <= 0 || offset >= content.length) return false;
  const before = content.charCodeAt(offset - 1);
  const after = content.charCodeAt(offset);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
