import { readFileSync } from 'node:fs';

export function readJsonLines<Row>(path: string): Row[] {
  const rows: Row[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.trim()) rows.push(JSON.parse(line) as Row);
  }
  return rows;
}
