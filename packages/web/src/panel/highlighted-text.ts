export interface TextPiece {
  text: string;
  marked: boolean;
  /** How Markdown in a line reads. */
  look?: { strong?: boolean; emphasis?: boolean; code?: boolean; href?: string };
}

/** A window of a document, split at the passage. Positions refer to the whole document. */
export function highlightedText(options: {
  text: string;
  /** Where `text` starts in the document. */
  start: number;
  span: { start: number; end: number } | null;
}): TextPiece[] {
  const { text, start, span } = options;
  if (span === null) return [{ text, marked: false }];
  const from = Math.min(Math.max(span.start - start, 0), text.length);
  const to = Math.min(Math.max(span.end - start, from), text.length);
  const pieces = [
    { text: text.slice(0, from), marked: false },
    { text: text.slice(from, to), marked: true },
    { text: text.slice(to), marked: false },
  ];
  return pieces.filter((piece) => piece.text !== '');
}

/** Locates the passage in the window, trusting its words over its stored position: the text may have changed. */
export function locatePassage(options: {
  text: string;
  start: number;
  span: { start: number; end: number } | null;
  words: string | null;
}): { start: number; end: number } | null {
  const { text, start, span, words } = options;
  if (span !== null) {
    const there = text.slice(span.start - start, span.end - start);
    if (words === null || there === words) return span;
  }
  if (words === null || words === '') return null;
  const found = text.indexOf(words);
  return found < 0 ? null : { start: start + found, end: start + found + words.length };
}
