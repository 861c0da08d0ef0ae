import type { RawTable } from './document-tables.js';

const DEEPEST = 4;
const MOST_COLUMNS = 60;

/** Lists of records in JSON text, each under its key; null if the text is not JSON. */
export function jsonTables(text: string): RawTable[] | null {
  if (!/^\s*[[{]/u.test(text)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return [...listsIn(value, '', DEEPEST)].map(({ name, records }) => {
    const keys = [...new Set(records.flatMap((record) => Object.keys(record)))]
      .filter((key) => records.some((record) => cellOf(record[key]) !== ''))
      .slice(0, MOST_COLUMNS);
    const header = keys.map((key) =>
      key.replaceAll(/[_-]+/gu, ' ').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'),
    );
    const rows = records.map((record) => ({ cells: keys.map((key) => cellOf(record[key])) }));
    return { name, rows: [{ cells: header }, ...rows] };
  });
}

type JsonRecord = Record<string, unknown>;

function* listsIn(
  value: unknown,
  name: string,
  depth: number,
): Generator<{ name: string; records: JsonRecord[] }> {
  if (depth === 0 || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    const records = value.filter(isRecord);
    if (records.length > 0 && records.length === value.length) yield { name, records };
    return;
  }
  for (const [key, child] of Object.entries(value)) yield* listsIn(child, key, depth - 1);
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list of strings is one cell. Deeper values are dropped. */
function cellOf(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll(/\s+/gu, ' ').trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value.join(', ') : '';
}
