import type { PdfLine } from './pdf-lines.js';

const FEWEST_PAGES = 4;

/** Drops headers and footers: lines at the edge of a page that most pages repeat, apart from their numbers. */
export function dropRunningLines(pages: readonly PdfLine[][]): PdfLine[][] {
  if (pages.length < FEWEST_PAGES) return [...pages];
  const counts = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(edgeLines(page).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return pages.map((page) => {
    const edges = new Set(edgeLines(page));
    return page.filter((line) => !edges.has(line) || (counts.get(keyOf(line)) ?? 0) < pages.length * 0.6);
  });
}

function edgeLines(page: readonly PdfLine[]): PdfLine[] {
  const byHeight = page.toSorted((left, right) => right.y - left.y);
  return byHeight.length <= 4 ? byHeight : [...byHeight.slice(0, 2), ...byHeight.slice(-2)];
}

function keyOf(line: PdfLine): string {
  return `${Math.round(line.y / 4)} ${line.text.replace(/\d+/g, '0')}`;
}
