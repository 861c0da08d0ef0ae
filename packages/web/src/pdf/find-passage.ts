/** A part of one piece of text on a page. */
export interface PieceRange {
  /** Position in the list of pieces. */
  piece: number;
  start: number;
  end: number;
}

export interface FoundPassage {
  ranges: PieceRange[];
  /** False: only a part of the passage is on this page. */
  whole: boolean;
}

/** Fewer letters than this could match anywhere. */
const leastLetters = 12;
const leastBeginning = 20;

/**
 * Locates a passage among the pieces of text of a page. Stored text and page differ in spaces, line breaks, hyphens,
 * ligatures and Markdown, so only letters and digits are compared. A passage that begins on this page and continues on
 * the next is found as far as it is here, and vice versa.
 */
export function findPassage(pieces: readonly string[], passage: string): FoundPassage | null {
  const page = lettersOf(pieces);
  const words = lettersOf([passage]).text;
  if (words.length === 0) return null;
  const whole = page.text.indexOf(words);
  if (whole >= 0) {
    const ranges = rangesOf(page, whole, whole + words.length);
    return { ranges: withClosing(pieces, ranges, passage), whole: true };
  }
  const head = longest(words.length, (length) => page.text.endsWith(words.slice(0, length)));
  const tail = longest(words.length, (length) => page.text.startsWith(words.slice(words.length - length)));
  const part = head >= tail ? [page.text.length - head, page.text.length] : [0, tail];
  if (Math.max(head, tail) >= leastLetters)
    return { ranges: rangesOf(page, part[0] ?? 0, part[1] ?? 0), whole: false };
  return startOf(page, words);
}

/** Closing punctuation such as `).` has no letters but belongs to the passage. */
function withClosing(pieces: readonly string[], ranges: PieceRange[], passage: string): PieceRange[] {
  const closing = /[^\p{L}\p{N}\s]*$/u.exec(passage.trimEnd())?.[0] ?? '';
  const last = ranges.at(-1);
  if (!last || closing === '') return ranges;
  const text = pieces[last.piece] ?? '';
  let taken = 0;
  while (taken < closing.length && text[last.end + taken] === closing[taken]) taken += 1;
  const grown = [...ranges.slice(0, -1), { ...last, end: last.end + taken }];
  const rest = closing.slice(taken);
  const isNext =
    rest !== '' && last.end + taken === text.length && pieces[last.piece + 1]?.startsWith(rest) === true;
  return isNext ? [...grown, { piece: last.piece + 1, start: 0, end: rest.length }] : grown;
}

/** The longest beginning of the passage found anywhere on the page: something in the middle differs. */
function startOf(page: Letters, words: string): FoundPassage | null {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (page.text.includes(words.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  if (low < Math.min(leastBeginning, words.length)) return null;
  const start = page.text.indexOf(words.slice(0, low));
  return { ranges: rangesOf(page, start, start + low), whole: false };
}

interface Letters {
  text: string;
  /** For each letter: its piece, and its start and end in it. */
  piece: number[];
  start: number[];
  end: number[];
}

function lettersOf(pieces: readonly string[]): Letters {
  const letters: Letters = { text: '', piece: [], start: [], end: [] };
  for (const [piece, text] of pieces.entries()) {
    let at = 0;
    for (const character of text) {
      const start = at;
      at += character.length;
      for (const letter of character
        .normalize('NFKC')
        .toLowerCase()
        .match(/[\p{L}\p{N}]/gu) ?? []) {
        letters.text += letter;
        for (let unit = 0; unit < letter.length; unit += 1) {
          letters.piece.push(piece);
          letters.start.push(start);
          letters.end.push(at);
        }
      }
    }
  }
  return letters;
}

function rangesOf(letters: Letters, from: number, to: number): PieceRange[] {
  const ranges: PieceRange[] = [];
  for (let at = from; at < to; at += 1) {
    const last = ranges.at(-1);
    const end = letters.end[at] ?? 0;
    if (last !== undefined && last.piece === letters.piece[at]) last.end = end;
    else ranges.push({ piece: letters.piece[at] ?? 0, start: letters.start[at] ?? 0, end });
  }
  return ranges;
}

function longest(most: number, fits: (length: number) => boolean): number {
  for (let length = most - 1; length > 0; length -= 1) if (fits(length)) return length;
  return 0;
}
