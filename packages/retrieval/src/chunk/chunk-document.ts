import type { ParsedDocument } from '../parse/index.js';
import { DEFAULT_CHUNK_SETTINGS, type ChunkSettings } from './chunk-settings.js';
import { cutAtoms } from './cut-atoms.js';
import type { DocumentChunk } from './document-chunk.js';
import { outlineBlocks, type OutlinedBlock } from './outline-blocks.js';
import { packAtoms, type Group } from './pack-atoms.js';
import { sizeAtoms } from './size-atoms.js';

/** A document to split, and the sizes of its chunks. */
export interface ChunkDocumentOptions {
  document: ParsedDocument;
  settings?: Partial<ChunkSettings>;
}

/**
 * Splits a document along its structure. Chunks are exact slices of its text, in order and without overlap, with only
 * white space between them.
 *
 * ```ts
 * import { chunkDocument, parseDocument } from '@ibid/retrieval';
 *
 * const document = await parseDocument({ bytes: new TextEncoder().encode('# Tides\n\nHigh water is at noon.'), name: 'tides.md' });
 * for (const { text, headingPath } of chunkDocument({ document })) console.log(headingPath, text);
 * ```
 */
export function chunkDocument({ document, settings }: ChunkDocumentOptions): DocumentChunk[] {
  const { text } = document;
  const blocks = outlineBlocks(document);
  const sizes = { ...DEFAULT_CHUNK_SETTINGS, ...settings };
  const groups = packAtoms(sizeAtoms(text, cutAtoms(text, blocks, sizes.maxTokens), sizes.maxTokens), sizes);
  const chunks: DocumentChunk[] = [];
  for (const group of groups) {
    const span = spanOf(text, group);
    if (span.end <= span.start) continue;
    chunks.push({
      ordinal: chunks.length,
      text: text.slice(span.start, span.end),
      span,
      headingPath: headingPathOf(group, blocks),
      page: blocks[group.atoms[0]?.block ?? 0]?.pageNumber ?? null,
      tokens: group.tokens,
      context: tableHeaderFor(text, group, blocks),
    });
  }
  return chunks;
}

/** Trims surrounding white space, but keeps the indentation of the first line. */
function spanOf(text: string, group: Group): { start: number; end: number } {
  const from = group.atoms[0]?.start ?? 0;
  const to = group.atoms.at(-1)?.end ?? from;
  const slice = text.slice(from, to);
  const leading = slice.length - slice.trimStart().length;
  const lineLead = slice.slice(0, leading).lastIndexOf('\n') + 1;
  const keepsIndent =
    group.atoms[0]?.kind === 'code' && (lineLead > 0 || text[from - 1] === '\n' || from === 0);
  return { start: from + (keepsIndent ? lineLead : leading), end: from + slice.trimEnd().length };
}

/** The headings that all text of the chunk shares. A chunk of only headings takes those of the first. */
function headingPathOf(group: Group, blocks: readonly OutlinedBlock[]): string[] {
  const content = group.atoms.filter((atom) => atom.kind !== 'heading');
  const [first, ...others] = (content.length > 0 ? content : group.atoms.slice(0, 1)).map(
    (atom) => blocks[atom.block]?.headingPath ?? [],
  );
  let path = first ?? [];
  for (const other of others) {
    if (other === path) continue;
    let shared = 0;
    while (shared < path.length && path[shared] === other[shared]) shared++;
    if (shared < path.length) path = path.slice(0, shared);
  }
  return path;
}

/** The header row of a table, if the chunk starts in the middle of one. */
function tableHeaderFor(text: string, group: Group, blocks: readonly OutlinedBlock[]): string | null {
  const first = group.atoms[0];
  const block = first && blocks[first.block];
  if (!block || block.kind !== 'table' || first.start === block.start) return null;
  const firstLine = text.slice(block.start, Math.min(block.end, block.start + 2_000)).split('\n', 1)[0] ?? '';
  const header = firstLine.replace(/^\s*\|?|\|?\s*$/g, '').trim();
  return header === '' ? null : header.slice(0, 1000);
}
