/** Shared by all comparisons: three rows of the table, of which only a band around the diagonal is filled. */
let rows = [new Int32Array(0), new Int32Array(0), new Int32Array(0)];

/**
 * The number of insertions, deletions, replacements and swaps of neighbouring letters that turn one word into the
 * other, or `most + 1` if it is more than `most`.
 */
export function spellingDistance(left: string, right: string, most: number): number {
  const tooFar = most + 1;
  if (Math.abs(left.length - right.length) > most) return tooFar;
  // Skip the common prefix and suffix.
  let start = 0;
  const shorter = Math.min(left.length, right.length);
  while (start < shorter && left.charCodeAt(start) === right.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < shorter - start &&
    left.charCodeAt(left.length - 1 - end) === right.charCodeAt(right.length - 1 - end)
  )
    end += 1;
  const height = left.length - start - end;
  const width = right.length - start - end;
  if (height === 0 || width === 0) return Math.min(height + width, tooFar);
  if (rows[0]!.length <= width) rows = rows.map(() => new Int32Array(width + 1));
  let [beforeLast, last, current] = rows as [Int32Array, Int32Array, Int32Array];
  for (let column = 0; column <= width; column += 1) last[column] = column;
  for (let row = 1; row <= height; row += 1) {
    const first = Math.max(1, row - most);
    const final = Math.min(width, row + most);
    // Outside the band, the distance is too large anyway.
    current[first - 1] = first === 1 ? row : tooFar;
    let least = current[first - 1]!;
    const letter = left.charCodeAt(start + row - 1);
    const letterBefore = row > 1 ? left.charCodeAt(start + row - 2) : -1;
    for (let column = first; column <= final; column += 1) {
      const other = right.charCodeAt(start + column - 1);
      let cost = last[column - 1]! + (letter === other ? 0 : 1);
      if (current[column - 1]! + 1 < cost) cost = current[column - 1]! + 1;
      if (column < row + most && last[column]! + 1 < cost) cost = last[column]! + 1;
      if (
        row > 1 &&
        column > 1 &&
        letterBefore === other &&
        letter === right.charCodeAt(start + column - 2) &&
        beforeLast[column - 2]! + 1 < cost
      )
        cost = beforeLast[column - 2]! + 1;
      current[column] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return tooFar;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(last[width]!, tooFar);
}
