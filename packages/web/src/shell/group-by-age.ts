import { texts } from '../texts/texts.js';

const day = 86_400_000;

/** Groups rows (newest first) under headings by age in calendar days. */
export function groupByAge<Row extends { updatedAt: string }>(
  rows: readonly Row[],
  now: Date,
): { label: string; rows: Row[] }[] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const groups = [
    { label: texts.navigation.today, from: midnight, rows: [] as Row[] },
    { label: texts.navigation.yesterday, from: midnight - day, rows: [] as Row[] },
    { label: texts.navigation.week, from: midnight - 7 * day, rows: [] as Row[] },
    { label: texts.navigation.earlier, from: -Infinity, rows: [] as Row[] },
  ];
  for (const row of rows) {
    const time = Date.parse(row.updatedAt);
    groups.find((group) => time >= group.from || group.from === -Infinity)?.rows.push(row);
  }
  return groups
    .filter((group) => group.rows.length > 0)
    .map(({ label, rows: kept }) => ({ label, rows: kept }));
}
