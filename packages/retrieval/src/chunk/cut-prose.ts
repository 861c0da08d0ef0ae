import { BREAK, type BreakStrength } from './atom.js';
import { cutLongRun } from './cut-long-run.js';

export interface Cut {
  start: number;
  strength: BreakStrength;
}

// Latin sentence ends need white space after them; Chinese and Japanese ones do not. The white space goes to the next
// atom, because a token of the default encoding carries its leading space.
const SENTENCE_END =
  /[.!?…]["'”’)\]]*(?=[ \t]+["'“‘([]?[\p{Lu}\p{N}\p{Lo}])|[。！？｡]["'”’」』）]*(?=[^\s。！？｡])/gu;

/** The number or letter of a list item, at the start of its line. The item is cut off with it, never after it. */
const LIST_LABEL = /^\s*(?:[-*+•]\s+)?(?:\(?\d{1,3}(?:\.\d{1,3})*|\(?\p{L})[.)](?=\s)/u;

/** Cuts running text into sentences and lines, and long runs at words. The first cut is at the start. */
export function cutProse(text: string, start: number, end: number, first: BreakStrength): Cut[] {
  const cuts: Cut[] = [];
  let lineStart = start;
  while (lineStart < end) {
    const feed = text.indexOf('\n', lineStart);
    const lineEnd = feed === -1 || feed >= end ? end : feed + 1;
    const line = text.slice(lineStart, lineEnd);
    const label = LIST_LABEL.exec(line)?.[0].length ?? 0;
    let strength: BreakStrength = label > 0 ? BREAK.member : BREAK.line;
    if (lineStart === start) strength = first;
    let at = lineStart;
    for (const match of line.matchAll(SENTENCE_END)) {
      if (match.index < label) continue;
      const sentenceEnd = lineStart + match.index + match[0].length;
      cutLongRun(text, at, sentenceEnd, strength, cuts);
      at = sentenceEnd;
      strength = BREAK.sentence;
    }
    if (at < lineEnd) cutLongRun(text, at, lineEnd, strength, cuts);
    lineStart = lineEnd;
  }
  return cuts;
}
