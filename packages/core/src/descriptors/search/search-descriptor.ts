import type { DescriptorMetadata, DescriptorStore } from '../descriptor-store.js';
import { descriptorLines, type LinePiece } from './descriptor-lines.js';
import type { LineMatcher } from './line-matcher.js';

/**
 * Work per slice before yielding to other tasks, and per search before it stops and can be continued; in plain
 * characters.
 */
const STEPS_PER_SLICE = 3_000_000;
const STEPS_PER_SEARCH = 20_000_000_000;
/** Length of a line in the result; a longer line is cut around its match. */
const SHOWN_CHARACTERS = 300;

/** A line of a search result: a match, or a line near one. */
export interface ShownLine {
  line: number;
  text: string;
  matches: boolean;
}

/** Matching lines with the lines around them, and where to continue. */
export interface DescriptorSearchResult {
  /** Runs of lines in order: matches with the lines around them. */
  groups: ShownLine[][];
  matches: number;
  /** Where to continue; null if everything was searched. */
  nextLine: number | null;
}

/** Searches line by line without holding the whole text, and yields to other work in between. */
export async function searchDescriptor(options: {
  store: DescriptorStore;
  metadata: DescriptorMetadata;
  matcher: LineMatcher;
  startLine: number;
  maxMatches: number;
  contextLines: number;
  maxCharacters: number;
  signal?: AbortSignal;
}): Promise<DescriptorSearchResult> {
  const { matcher, contextLines, maxMatches } = options;
  const maxPiece = Math.min(65_536, Math.floor(STEPS_PER_SLICE / matcher.costPerCharacter));
  const groups: ShownLine[][] = [];
  let before: ShownLine[] = [];
  let current: ShownLine[] | null = null;
  let after = 0;
  let matches = 0;
  let characters = 0;
  let steps = 0;
  let sliceEnd = STEPS_PER_SLICE;
  let found: ShownLine | null = null;
  let lineStart: LinePiece | null = null;

  for await (const piece of descriptorLines({ ...options, maxPiece })) {
    if (steps >= sliceEnd) {
      await new Promise((resolve) => setImmediate(resolve));
      options.signal?.throwIfAborted();
      sliceEnd = steps + STEPS_PER_SLICE;
    }
    const full = matches >= maxMatches || characters >= options.maxCharacters;
    const done = steps >= STEPS_PER_SEARCH || (full && after === 0);
    if (done && piece.column === 0) return { groups, matches, nextLine: piece.line };
    steps += (piece.text.length + 16) * matcher.costPerCharacter;
    lineStart = piece.column === 0 ? piece : lineStart;
    if (!found && !full) {
      const at = matcher.find(piece.text);
      if (at !== -1) found = { line: piece.line, text: excerpt(piece, at), matches: true };
    }
    if (piece.continues) continue;

    const shown = found ?? { line: piece.line, text: excerpt(lineStart ?? piece, 0), matches: false };
    if (found) {
      matches += 1;
      after = contextLines;
      if (!current) groups.push((current = before));
      before = [];
    } else if (after > 0) after -= 1;
    else current = null;
    if (current) {
      current.push(shown);
      characters += shown.text.length;
    } else before = [...before, shown].slice(-contextLines || before.length + 1);
    found = null;
  }
  return { groups, matches, nextLine: null };
}

/** The line, or the part of it around a match. */
function excerpt(piece: LinePiece, at: number): string {
  const whole = !piece.continues && piece.column === 0 && piece.text.length <= SHOWN_CHARACTERS;
  if (whole) return piece.text;
  const start = Math.max(0, at - SHOWN_CHARACTERS / 3);
  const end = Math.min(piece.text.length, start + SHOWN_CHARACTERS);
  const head = start > 0 || piece.column > 0 ? '…' : '';
  const tail = end < piece.text.length || piece.continues ? '…' : '';
  return `${head}${piece.text.slice(start, end)}${tail}`;
}
