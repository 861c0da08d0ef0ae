import { highlightedText } from './highlighted-text.js';
import type { TextPiece } from './highlighted-text.js';

export interface DocumentLine {
  kind: 'text' | 'heading' | 'row' | 'blank';
  pieces: TextPiece[];
}

/**
 * A window of a document as lines, the passage marked in each line it touches. Headings and table rows are told by
 * their Markdown, which is how documents are stored; everything else stays exactly as it is.
 */
export function documentLines(options: {
  text: string;
  start: number;
  span: { start: number; end: number } | null;
}): DocumentLine[] {
  let at = options.start;
  return options.text.split('\n').map((line) => {
    const start = at;
    at += line.length + 1;
    const heading = /^#{1,6}\s+/.exec(line)?.[0].length ?? 0;
    const pieces = highlightedText({ text: line.slice(heading), start: start + heading, span: options.span });
    if (heading > 0) return { kind: 'heading', pieces };
    if (line.trim() === '') return { kind: 'blank', pieces };
    return { kind: /^\s*\|.*\|\s*$/.test(line) ? 'row' : 'text', pieces };
  });
}
