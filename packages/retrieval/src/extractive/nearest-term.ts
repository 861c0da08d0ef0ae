/** Shorter words have too many neighbours that mean something else. */
const SHORTEST = 5;
const LONG = 8;

/** The term of a text that a misspelt one most likely stands for; null where none is close enough. */
export function nearestTerm(term: string, known: Iterable<string>): string | null {
  if (term.length < SHORTEST || /\p{N}/u.test(term)) return null;
  let nearest: string | null = null;
  let least = term.length >= LONG ? 3 : 2;
  for (const other of known) {
    if (Math.abs(other.length - term.length) >= least || other[0] !== term[0]) continue;
    const distance = editDistance(term, other, least);
    if (distance < least) {
      least = distance;
      nearest = other;
    }
  }
  return nearest;
}

/** Insertions, deletions, exchanges and swaps of neighbours, up to a bound. */
function editDistance(one: string, other: string, bound: number): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        least = Math.min(least, (before[column - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) >= bound) return bound;
    before = last;
    last = next;
  }
  return last[other.length] ?? bound;
}
