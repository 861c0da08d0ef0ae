import type { GreyPicture } from './grey-picture.js';

/** Darker pixels are ink. */
const INK = 128;
/** Shares of the page width: longer straight, thin ink is a rule. A letter of 24 points is shorter. */
const LEAST_LENGTH = 1 / 26;
const MOST_THICKNESS = 1 / 200;
const THIN_SHARE = 0.7;
/** Rules with this many crossings form a grid. Underlines, frames and strokes in drawings do not. */
const LEAST_CROSSINGS = 6;

const ACROSS = 1;
const DOWN = 2;
/** Something touches the rule here: another rule, or a letter. */
const THICK = 4;
const isCrossing = (mark: number | undefined): boolean => ((mark ?? 0) & (ACROSS | DOWN)) === (ACROSS | DOWN);

/**
 * KB-9: the picture without the rules of its tables, or null if it has none. Between rules, Tesseract takes short cells
 * for parts of a drawing and does not read them. Only rules that cross others are removed, and only where no letter
 * touches them.
 */
export function withoutGrid(picture: GreyPicture): GreyPicture | null {
  const { data, width, height } = picture;
  const length = Math.max(24, Math.round(width * LEAST_LENGTH));
  const thickness = Math.max(3, Math.round(width * MOST_THICKNESS));
  const marks = new Uint8Array(width * height);
  markRules(
    { data, marks, lines: height, along: width, lineStep: width, step: 1 },
    ACROSS,
    length,
    thickness,
  );
  markRules({ data, marks, lines: width, along: height, lineStep: 1, step: width }, DOWN, length, thickness);
  const grids = gridsIn(marks, width, height);
  if (grids.length === 0) return null;
  const cleared = { ...picture, data: data.slice() };
  for (const pixels of grids)
    for (const at of pixels)
      if (isCrossing(marks[at]) || !((marks[at] ?? 0) & THICK)) clearAround(cleared, at);
  return cleared;
}

interface Scan {
  data: Uint8Array;
  marks: Uint8Array;
  /** Number of pixel lines, and pixels per line. */
  lines: number;
  along: number;
  lineStep: number;
  step: number;
}

/** Marks ink that is long in one direction and thin in the other. */
function markRules(scan: Scan, mark: number, length: number, thickness: number): void {
  const { data, marks, lines, along, lineStep, step } = scan;
  const isInk = (line: number, at: number) => (data[line * lineStep + at * step] ?? 255) < INK;
  const isThin = (line: number, at: number) => {
    let thick = 1;
    for (let other = line - 1; other >= 0 && thick <= thickness && isInk(other, at); other -= 1) thick += 1;
    for (let other = line + 1; other < lines && thick <= thickness && isInk(other, at); other += 1)
      thick += 1;
    return thick <= thickness;
  };
  for (let line = 0; line < lines; line += 1) {
    for (let at = 0; at < along; at += 1) {
      if (!isInk(line, at)) continue;
      let end = at;
      while (end < along && isInk(line, end)) end += 1;
      if (end - at >= length) {
        const thin = Array.from({ length: end - at }, (_, place) => isThin(line, at + place));
        // A black area is long too. A rule is thick only where something crosses it.
        if (thin.filter(Boolean).length >= THIN_SHARE * thin.length)
          for (const [place, isOwn] of thin.entries()) {
            const pixel = line * lineStep + (at + place) * step;
            marks[pixel] = (marks[pixel] ?? 0) | mark | (isOwn ? 0 : THICK);
          }
      }
      at = end;
    }
  }
}

/** Connected marked pixels with enough crossings. */
function gridsIn(marks: Uint8Array, width: number, height: number): number[][] {
  const grids: number[][] = [];
  const seen = new Uint8Array(marks.length);
  for (let start = 0; start < marks.length; start += 1) {
    if (!marks[start] || seen[start]) continue;
    const pixels = [start];
    seen[start] = 1;
    for (let next = 0; next < pixels.length; next += 1) {
      const at = pixels[next] ?? 0;
      for (const near of around(at, width, height))
        if (marks[near] && !seen[near]) {
          seen[near] = 1;
          pixels.push(near);
        }
    }
    if (crossingsOf(pixels, marks, width) >= LEAST_CROSSINGS) grids.push(pixels);
  }
  return grids;
}

/** Places where rules of both directions meet. Neighbouring pixels count once. */
function crossingsOf(pixels: readonly number[], marks: Uint8Array, width: number): number {
  let crossings = 0;
  for (const at of pixels) {
    const before = [at - 1, at - width, at - width + 1, at - width - 1];
    if (isCrossing(marks[at]) && !before.some((place) => isCrossing(marks[place]))) crossings += 1;
  }
  return crossings;
}

function around(at: number, width: number, height: number): number[] {
  const column = at % width;
  const row = Math.floor(at / width);
  const found: number[] = [];
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y += 1)
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x += 1)
      if (x !== column || y !== row) found.push(y * width + x);
  return found;
}

/** Also clears the grey edge of a rule. */
function clearAround({ data, width, height }: GreyPicture, at: number): void {
  data[at] = 255;
  for (const near of around(at, width, height)) if ((data[near] ?? 0) >= INK / 2) data[near] = 255;
}
