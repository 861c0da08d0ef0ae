import type { DescriptorMetadata, DescriptorStore } from '../descriptor-store.js';

const WINDOW = 65_536;
/** Overlap of the pieces of a very long line, so a match across a border is still found. */
const OVERLAP = 1_024;

export interface LinePiece {
  /** From 1. */
  line: number;
  /** Without its line end. */
  text: string;
  /** The next piece belongs to the same line. */
  continues: boolean;
  /** Offset of the text within the line. */
  column: number;
}

/** The lines of a descriptor from `startLine`, read window by window. A line over `maxPiece` comes in pieces. */
export async function* descriptorLines(options: {
  store: DescriptorStore;
  metadata: DescriptorMetadata;
  startLine: number;
  maxPiece: number;
}): AsyncGenerator<LinePiece> {
  const { store, metadata } = options;
  const { name, version, characters } = metadata;
  const maxPiece = Math.max(2 * OVERLAP, options.maxPiece);
  let line = options.startLine;
  let offset = (await store.lineOffsets(name, { from: line, count: 1 }, version))?.[0] ?? characters;
  let rest = '';
  let column = 0;
  while (offset < characters || rest !== '') {
    // Windows align with stored segments, so each segment is read once.
    const end = Math.min(characters, (Math.floor(offset / WINDOW) + 1) * WINDOW);
    const text =
      rest + (offset < end ? ((await store.read(name, { start: offset, end }, version)) ?? '') : '');
    offset = end;
    let from = 0;
    while (from < text.length) {
      const lineFeed = text.indexOf('\n', from);
      const complete = lineFeed !== -1 || end === characters;
      const lineEnd = lineFeed === -1 ? text.length : lineFeed;
      if (lineEnd - from > maxPiece) {
        yield { line, text: text.slice(from, from + maxPiece), continues: true, column };
        column += maxPiece - OVERLAP;
        from += maxPiece - OVERLAP;
      } else if (complete) {
        const length = text[lineEnd - 1] === '\r' && lineEnd > from ? lineEnd - 1 : lineEnd;
        yield { line, text: text.slice(from, length), continues: false, column };
        line += 1;
        column = 0;
        from = lineEnd + 1;
      } else break;
    }
    rest = text.slice(from);
  }
}
