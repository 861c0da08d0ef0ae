import type { DocumentBlock, ParsedDocument } from '../parse/index.js';
import { boundLabel, TEXT_LIMITS } from '../parse/text-limits.js';

/** A block with its place in the document: the headings above it and its page. */
export interface OutlinedBlock extends DocumentBlock {
  headingPath: string[];
  pageNumber: number | null;
}

/**
 * Walks the blocks in order and adds headings and page to each. Text outside any block becomes a paragraph, so search
 * misses no character, whatever the parser did.
 */
export function outlineBlocks(document: ParsedDocument): OutlinedBlock[] {
  const outlined: OutlinedBlock[] = [];
  const headings: { level: number; label: string }[] = [];
  const pageAt = pageFinder(document);

  const add = (block: DocumentBlock) => {
    if (block.startsPart) headings.length = 0;
    if (block.kind === 'heading') {
      const level = block.level ?? 1;
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      const label = block.label ?? document.text.slice(block.start, block.end).trim();
      headings.push({ level, label: boundLabel(label, TEXT_LIMITS.headingCharacters) });
    }
    const path = headings.map((heading) => heading.label).filter((label) => label !== '');
    if (block.kind === 'code' && block.label) path.push(block.label);
    outlined.push({ ...block, headingPath: path, pageNumber: block.page ?? pageAt(block.start) });
  };

  let covered = 0;
  const addGap = (end: number) => {
    const gap = document.text.slice(covered, end);
    if (gap.trim() !== '') {
      const lead = gap.length - gap.trimStart().length;
      add({ kind: 'paragraph', start: covered + lead, end: covered + gap.trimEnd().length });
    }
  };
  for (const block of document.blocks) {
    if (block.kind === 'page-break' || block.end <= block.start || block.start < covered) continue;
    addGap(block.start);
    add(block);
    covered = block.end;
  }
  addGap(document.text.length);
  return outlined;
}

/** Looks up the page of an offset. Offsets must be asked for in rising order. */
function pageFinder(document: ParsedDocument): (offset: number) => number | null {
  const pages = document.pages;
  if (!pages || pages.length === 0) return () => null;
  let index = 0;
  return (offset) => {
    while (index + 1 < pages.length && (pages[index + 1]?.start ?? Infinity) <= offset) index++;
    return pages[index]?.number ?? null;
  };
}
