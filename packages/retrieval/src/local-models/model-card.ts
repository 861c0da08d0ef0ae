export interface ModelCard {
  /** As written there; empty if it does not say. */
  languages: string[];
  baseModel: string | null;
}

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---/u;

/** Reads the two needed fields of a card's front matter: a list in brackets, a list of lines, or a single word. */
export function readModelCard(text: string): ModelCard {
  const head = FRONT_MATTER.exec(text)?.[1] ?? '';
  return { languages: valuesOf(head, 'language'), baseModel: valuesOf(head, 'base_model')[0] ?? null };
}

function valuesOf(head: string, key: string): string[] {
  const lines = head.split(/\r?\n/u);
  const at = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (at < 0) return [];
  const rest = plain(lines[at]!.slice(key.length + 1));
  if (rest.startsWith('[')) return rest.replaceAll(/[[\]]/gu, '').split(',').map(plain).filter(Boolean);
  if (rest !== '') return [rest];
  const values: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const value = /^\s*-\s+(.*)$/u.exec(line)?.[1];
    if (value === undefined) break;
    values.push(plain(value));
  }
  return values;
}

function plain(value: string): string {
  return value.trim().replace(/^(["'])(.*)\1$/u, '$2');
}
