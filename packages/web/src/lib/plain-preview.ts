import { withoutEmphasis } from '@ibid/retrieval/internal/browser';

const RULE = /^\s*\|?[\s:|-]*-{3}[\s:|-]*$/u;

/**
 * The beginning of a chunk for a card, as one line without Markdown syntax. Its parts are separated by dots, and the
 * title, which the card already shows, is left out.
 */
export function plainPreview(text: string, title = ''): string {
  const parts: string[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const plain = line.replace(/^\s*(?:#{1,6}|[-*+•])\s+/u, '').trim();
    const isRow = plain.startsWith('|');
    if (plain === '' || RULE.test(line)) {
      isOpen = false;
      continue;
    }
    const said = isRow ? cells(plain) : plain;
    if (said === title && parts.length === 0) continue;
    // Join the lines of a wrapped paragraph.
    const last = isOpen && !isRow && plain === line.trim() ? parts.pop() : undefined;
    parts.push(last === undefined ? said : `${last} ${said}`);
    isOpen = !isRow && !/^\s*#/u.test(line);
  }
  return withoutEmphasis(parts.join(' · ')).replaceAll(/\s+/gu, ' ').trim();
}

function cells(row: string): string {
  return row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ');
}
