import type { Disagreement } from './disagreement.js';
import type { Region } from './region.js';

/**
 * A claim on one row of a table whose words no row has together: `Ida is an analyst`, where Ida is an engineer and
 * somebody else the analyst. A claim that names several rows compares them.
 */
export function findSplitRow(region: Region): Disagreement | null {
  if (!region.hasTable) return null;
  const located = region.places.flatMap((places, term) => {
    const cells = places.map((place) => region.cellAt(place));
    const isInRows = cells.length > 0 && cells.every((cell) => cell !== null && cell.row > 0);
    if (!isInRows) return [];
    const rows = new Set(cells.flatMap((cell) => cell?.row ?? []));
    return [{ term, place: places[0] ?? -1, rows, isName: cells.every((cell) => cell?.column === 0) }];
  });
  const names = located.filter(({ isName }) => isName);
  const [first] = names;
  if (!first || common(names).size === 0 || common(located).size > 0) return null;
  const rows = common(names);
  const other = located.find((one) => [...one.rows].every((row) => !rows.has(row)));
  if (!other) return null;
  return {
    kind: 'row',
    at: region.termOf.indexOf(other.term),
    claimed: region.passage.written(other.place),
    found: region.passage.written(first.place),
    isCertain: false,
  };
}

function common(located: readonly { rows: ReadonlySet<number> }[]): Set<number> {
  const [first, ...others] = located;
  return new Set([...(first?.rows ?? [])].filter((row) => others.every(({ rows }) => rows.has(row))));
}
