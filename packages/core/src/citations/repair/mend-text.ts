/** A range of a text and its replacement; null removes it. */
export interface TextEdit {
  start: number;
  end: number;
  text: string | null;
}

const LIST_SIGNS = /^[\s>]*(?:[-*+•]\s+|\(?\d{1,3}[.)]\s+)?$/u;

/**
 * Applies edits that do not overlap, in text order. A removal leaves no gap: no double space, no empty list item, no
 * empty paragraph. `place` maps a position that no edit touches to its new position.
 */
export function mendText(
  text: string,
  edits: readonly TextEdit[],
): { text: string; place: (position: number) => number } {
  const cuts = joined(text, edits).map((edit) => (edit.text === null ? widened(text, edit) : edit));
  let mended = '';
  let from = 0;
  const shifts: { from: number; by: number }[] = [];
  for (const cut of cuts) {
    const start = Math.max(from, cut.start);
    mended += text.slice(from, start) + (cut.text ?? '');
    from = Math.max(start, cut.end);
    shifts.push({ from, by: mended.length - from });
  }
  mended += text.slice(from);
  const place = (position: number) =>
    position + (shifts.findLast((shift) => shift.from <= position)?.by ?? 0);
  return { text: mended, place };
}

/** Merges consecutive removed sentences of a line into one range. */
function joined(text: string, edits: readonly TextEdit[]): TextEdit[] {
  const out: TextEdit[] = [];
  for (const edit of edits) {
    const last = out.at(-1);
    if (last?.text === null && edit.text === null && /^[ \t]*$/u.test(text.slice(last.end, edit.start)))
      last.end = edit.end;
    else out.push({ ...edit });
  }
  return out;
}

function widened(text: string, { start, end }: TextEdit): TextEdit {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineBreak = text.indexOf('\n', end);
  const lineEnd = lineBreak < 0 ? text.length : lineBreak;
  const isLast = text.slice(end, lineEnd).trim() === '';
  if (isLast && LIST_SIGNS.test(text.slice(lineStart, start))) return wholeLine(text, lineStart, lineEnd);
  if (isLast) return { start: start - spacesBefore(text, start), end: lineEnd, text: null };
  const after = /^[ \t]*/u.exec(text.slice(end))?.[0].length ?? 0;
  return { start, end: end + after, text: null };
}

/** The line with its line break, and with the blank line after it if one is before it. */
function wholeLine(text: string, start: number, lineEnd: number): TextEdit {
  let end = Math.min(text.length, lineEnd + 1);
  const before = text.slice(0, start);
  if (end === text.length) return { start: before.trimEnd().length, end, text: null };
  if (before.trim() === '' || before.endsWith('\n\n')) while (text.charAt(end) === '\n') end++;
  return { start, end, text: null };
}

function spacesBefore(text: string, index: number): number {
  let count = 0;
  while (/[ \t]/u.test(text.charAt(index - 1 - count))) count++;
  return count;
}
