import type { GreyPicture } from './grey-picture.js';

/** Below this a pixel is ink. */
const INK = 150;
const WHITE = 255;
/** Of the width and height of a page: shorter runs of ink may be parts of letters. */
const LEAST_LENGTH = 1 / 14;
/** Of the larger side: what is thicker is a bar, a frame of a picture or a large letter. */
const MOST_THICKNESS = 1 / 280;
/** Pixels that a scanner may have lost within a rule. */
const GAP = 3;
/** Pixels beside a rule that are grey because of it. */
const EDGE = 2;
/** A table has rules both ways; lines under headings do no harm. */
const LEAST_ACROSS = 3;
const LEAST_DOWN = 2;

/**
 * KB-9: the page without the rules of its tables, because a reader takes a cell with few digits between rules for a
 * picture, or a rule for a letter. Letters that touch a rule keep their ink outside of it. Null where there is no ruled table.
 */
export function withoutRules(picture: GreyPicture): GreyPicture | null {
  const { width, height } = picture;
  const thickest = Math.max(3, Math.round(Math.max(width, height) * MOST_THICKNESS));
  const across = rulesOf(picture, { along: width, lines: height, step: 1, next: width, thickest });
  const down = rulesOf(picture, { along: height, lines: width, step: width, next: 1, thickest });
  if (across.count < LEAST_ACROSS || down.count < LEAST_DOWN) return null;
  const data = Uint8Array.from(picture.data);
  erase(picture, data, across.marked, width);
  erase(picture, data, down.marked, 1);
  return { data, width, height };
}

/** One way through the picture: pixels along a line are `step` apart, lines are `next` apart. */
interface Way {
  along: number;
  lines: number;
  step: number;
  next: number;
  thickest: number;
}

/** Marks the pixels of long thin runs of ink; counts how many rules they are. */
function rulesOf({ data }: GreyPicture, way: Way): { marked: Uint8Array; count: number } {
  const marked = new Uint8Array(data.length);
  const least = Math.max(40, Math.round(way.along * LEAST_LENGTH));
  for (let line = 0; line < way.lines; line += 1) {
    const start = line * way.next;
    let from = -1;
    let last = -1;
    for (let at = 0; at <= way.along; at += 1) {
      if (at < way.along && (data[start + at * way.step] ?? WHITE) < INK) {
        if (from === -1) from = at;
        last = at;
      } else if (from !== -1 && (at === way.along || at - last > GAP)) {
        if (last - from >= least)
          for (let pixel = from; pixel <= last; pixel += 1) marked[start + pixel * way.step] = 1;
        from = -1;
      }
    }
  }
  return { marked, count: keepThin(marked, way) };
}

/** What is as long but too thick is no rule. Returns how many rules are left, one beside the other. */
function keepThin(marked: Uint8Array, way: Way): number {
  const begun = new Uint8Array(way.lines);
  for (let at = 0; at < way.along; at += 1) {
    for (let line = 0; line < way.lines; line += 1) {
      const first = line;
      while (line < way.lines && marked[line * way.next + at * way.step] === 1) line += 1;
      const thickness = line - first;
      if (thickness === 0) continue;
      if (thickness <= way.thickest) begun[first] = 1;
      else for (let each = first; each < line; each += 1) marked[each * way.next + at * way.step] = 0;
    }
  }
  let count = 0;
  for (let line = 0, clear = way.thickest; line < way.lines; line += 1) {
    if (begun[line] === 1 && clear >= way.thickest) count += 1;
    clear = begun[line] === 1 ? 0 : clear + 1;
  }
  return count;
}

function erase(
  { data }: GreyPicture,
  onto: Uint8Array,
  marked: Uint8Array,
  /** How far the next line is: the way in which a rule is thin. */
  next: number,
): void {
  for (let pixel = 0; pixel < marked.length; pixel += 1) {
    if (marked[pixel] === 0) continue;
    onto[pixel] = WHITE;
    for (const side of [-next, next]) {
      // A letter that goes on beyond the edge stays as it is.
      const beyond = pixel + side * (EDGE + 1);
      if (beyond < 0 || beyond >= marked.length) continue;
      if ((data[beyond] ?? WHITE) < INK) continue;
      for (let edge = 1; edge <= EDGE; edge += 1)
        if (marked[pixel + side * edge] === 0) onto[pixel + side * edge] = WHITE;
    }
  }
}
