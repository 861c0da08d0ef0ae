import { BREAK, type BreakStrength } from './atom.js';
import { cutLongRun } from './cut-long-run.js';
import type { Cut } from './cut-prose.js';

/** Table rows: a break is possible at every line. */
export function cutRows(text: string, start: number, end: number, first: BreakStrength): Cut[] {
  const cuts: Cut[] = [];
  for (const line of linesOf(text, start, end)) {
    cutLongRun(text, line.start, line.end, line.start === start ? first : BREAK.line, cuts);
  }
  return cuts;
}

/**
 * Code: an unindented line after an empty one starts a section, a less indented line after an empty one starts a
 * member, and any other is a line. This uses only the layout, so no language needs a grammar.
 */
export function cutCode(text: string, start: number, end: number, first: BreakStrength): Cut[] {
  const cuts: Cut[] = [];
  let afterEmpty = false;
  for (const line of linesOf(text, start, end)) {
    const content = text.slice(line.start, line.end);
    const isEmpty = content.trim() === '';
    const indent = content.length - content.trimStart().length;
    let strength: BreakStrength = BREAK.line;
    if (line.start === start) strength = first;
    else if (/^\s*([}\])]|```|~~~)/.test(content)) strength = BREAK.word;
    else if (!isEmpty && afterEmpty) strength = strengthAtIndent(indent);
    cutLongRun(text, line.start, line.end, strength, cuts);
    // A closing line belongs to the code above. After a closing line at the margin, something new starts.
    if (!isEmpty) afterEmpty = indent === 0 && /^[}\])]+[;,]?\s*$/.test(content);
    else afterEmpty = true;
  }
  return cuts;
}

function strengthAtIndent(indent: number): BreakStrength {
  if (indent === 0) return BREAK.section;
  return indent <= 4 ? BREAK.member : BREAK.line;
}

function* linesOf(text: string, start: number, end: number): Generator<{ start: number; end: number }> {
  let at = start;
  while (at < end) {
    const feed = text.indexOf('\n', at);
    const lineEnd = feed === -1 || feed >= end ? end : feed + 1;
    yield { start: at, end: lineEnd };
    at = lineEnd;
  }
}
