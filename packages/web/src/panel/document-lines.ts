import { highlightedText } from './highlighted-text.js';
import { inlineMarks } from './inline-marks.js';
import type { TextPiece } from './highlighted-text.js';

export interface DocumentLine {
  kind: 'text' | 'entry' | 'heading' | 'row' | 'blank';
  pieces: TextPiece[];
}

/**
 * A window of a document as lines, with the passage marked in each line it touches. Headings and table rows are
 * recognised by their Markdown, the stored format; everything else stays exactly as it is. With `flow`, lines of one
 * paragraph are joined as in Markdown, and list items get bullets.
 */
export function documentLines(options: {
  text: string;
  start: number;
  span: { start: number; end: number } | null;
  flow?: boolean;
  /** Emphasis, code and links inside lines are shown as such. */
  isMarkdown?: boolean;
}): DocumentLine[] {
  const lines = linesOf(options);
  return options.flow ? joined(lines) : lines;
}

/** A line that begins a new block: a list item, a quotation, code. */
const beginning = /^(\s*([-*+]|\d+[.)])\s|\s*```|\s{4}|\s*>)/;

function joined(lines: DocumentLine[]): DocumentLine[] {
  const paragraphs: DocumentLine[] = [];
  for (const line of lines) {
    const before = paragraphs.at(-1);
    const goesOn = line.kind === 'text' && !beginning.test(line.pieces[0]?.text ?? '');
    if ((before?.kind === 'text' || before?.kind === 'entry') && goesOn) {
      const marked = (before.pieces.at(-1)?.marked && line.pieces[0]?.marked) ?? false;
      before.pieces = [...before.pieces, { text: ' ', marked }, ...line.pieces];
    } else paragraphs.push(line.kind === 'text' ? asEntry(line) : { ...line });
  }
  return paragraphs;
}

/** Shows the marker of an item as a bullet; numbers stay. */
function asEntry(line: DocumentLine): DocumentLine {
  const [first, ...rest] = line.pieces;
  if (first === undefined || !/^\s{0,3}([-*+]|\d+[.)])\s/.test(first.text)) return { ...line };
  return {
    kind: 'entry',
    pieces: [{ ...first, text: first.text.replace(/^(\s*)[-*+]/, '$1•') }, ...rest],
  };
}

function linesOf(options: {
  text: string;
  start: number;
  span: { start: number; end: number } | null;
  isMarkdown?: boolean;
}): DocumentLine[] {
  const { span } = options;
  const piecesOf = (text: string, start: number): TextPiece[] =>
    options.isMarkdown
      ? inlineMarks(text).flatMap(({ text: part, start: from, ...look }) =>
          highlightedText({ text: part, start: start + from, span }).map((piece) =>
            Object.keys(look).length === 0 ? piece : { ...piece, look },
          ),
        )
      : highlightedText({ text, start, span });
  let isFenced = false;
  let at = options.start;
  return options.text.split('\n').map((line) => {
    const start = at;
    at += line.length + 1;
    const heading = /^#{1,6}\s+/.exec(line)?.[0].length ?? 0;
    if (/^\s{0,3}(```|~~~)/.test(line)) isFenced = !isFenced;
    const pieces = isFenced
      ? highlightedText({ text: line, start, span })
      : piecesOf(line.slice(heading), start + heading);
    if (isFenced) return { kind: line.trim() === '' ? 'blank' : 'text', pieces };
    if (heading > 0) return { kind: 'heading', pieces };
    if (line.trim() === '') return { kind: 'blank', pieces };
    return { kind: /^\s*\|.*\|\s*$/.test(line) ? 'row' : 'text', pieces };
  });
}
