/** A run of lines that both versions have, or only one of them. */
export interface LineChange {
  kind: 'same' | 'removed' | 'added';
  lines: string[];
  /** First line in the old and the new version, from 1. If a side lacks these lines, the line where they would be. */
  oldLine: number;
  newLine: number;
}

/** The most differences to look for before two ranges are treated as entirely different. Bounds time and memory. */
const MAX_DIFFERENCES = 1_500;

/**
 * FD-8: a shortest line difference (Myers). The `same` and `added` lines make the new text, `same` and `removed` the
 * old.
 */
export function compareVersions(before: string, after: string): LineChange[] {
  const oldLines = linesOf(before);
  const newLines = linesOf(after);
  let head = 0;
  while (head < oldLines.length && head < newLines.length && oldLines[head] === newLines[head]) head += 1;
  let tail = 0;
  while (
    tail < oldLines.length - head &&
    tail < newLines.length - head &&
    oldLines[oldLines.length - 1 - tail] === newLines[newLines.length - 1 - tail]
  )
    tail += 1;
  const middle = difference(
    oldLines.slice(head, oldLines.length - tail),
    newLines.slice(head, newLines.length - tail),
  );
  const kinds: LineChange['kind'][] = [
    ...Array.from({ length: head }, () => 'same' as const),
    ...middle,
    ...Array.from({ length: tail }, () => 'same' as const),
  ];
  return group(kinds, oldLines, newLines);
}

/** Lines keep their line ends, so joining them restores the text. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

function difference(a: string[], b: string[]): LineChange['kind'][] {
  const limit = Math.min(a.length + b.length, MAX_DIFFERENCES);
  const furthest = new Int32Array(2 * limit + 3);
  const offset = limit + 1;
  const trail: Int32Array[] = [];
  for (let d = 0; d <= limit; d += 1) {
    trail.push(furthest.slice(offset - d - 1, offset + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && furthest[offset + k - 1]! < furthest[offset + k + 1]!);
      let x = down ? furthest[offset + k + 1]! : furthest[offset + k - 1]! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      furthest[offset + k] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(trail, a.length, b.length);
    }
  }
  return [...a.map(() => 'removed' as const), ...b.map(() => 'added' as const)];
}

function walkBack(trail: Int32Array[], oldLength: number, newLength: number): LineChange['kind'][] {
  const kinds: LineChange['kind'][] = [];
  let x = oldLength;
  let y = newLength;
  for (let d = trail.length - 1; d >= 0; d -= 1) {
    // Each entry holds the diagonals from -d-1 to d+1.
    const at = (k: number) => trail[d]?.[k + d + 1] ?? 0;
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const fromK = down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : at(fromK);
    const fromY = d === 0 ? 0 : fromX - fromK;
    while (x > fromX && y > fromY) {
      kinds.push('same');
      x -= 1;
      y -= 1;
    }
    if (d > 0) kinds.push(down ? 'added' : 'removed');
    x = fromX;
    y = fromY;
  }
  return kinds.toReversed();
}

function group(kinds: LineChange['kind'][], oldLines: string[], newLines: string[]): LineChange[] {
  const changes: LineChange[] = [];
  let oldLine = 1;
  let newLine = 1;
  for (const kind of kinds) {
    let last = changes.at(-1);
    if (last?.kind !== kind) changes.push((last = { kind, lines: [], oldLine, newLine }));
    last.lines.push((kind === 'added' ? newLines[newLine - 1] : oldLines[oldLine - 1]) ?? '');
    if (kind !== 'added') oldLine += 1;
    if (kind !== 'removed') newLine += 1;
  }
  return changes;
}
