/**
 * How many letters have to be left out, put in, replaced or swapped with their neighbour to make one word of the other;
 * `most + 1` where it is more than `most`.
 */
export function spellingDistance(left: string, right: string, most: number): number {
  const tooFar = most + 1;
  if (Math.abs(left.length - right.length) > most) return tooFar;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (isSwapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return tooFar;
    [beforeLast, last] = [last, current];
  }
  return Math.min(last[right.length] ?? tooFar, tooFar);
}
