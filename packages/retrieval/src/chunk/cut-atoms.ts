import { BREAK } from './atom.js';
import type { Atom, BreakStrength } from './atom.js';
import { cutCode, cutRows } from './cut-lines.js';
import { cutProse } from './cut-prose.js';
import type { OutlinedBlock } from './outline-blocks.js';
import type { Cut } from './cut-prose.js';

/** An atom is at most about a tenth of a chunk. */
const CHARACTERS_PER_TOKEN_OF_CHUNK = 0.4;

/** Cuts every block into atoms. Together they cover the text from the first block to the end without gaps. */
export function cutAtoms(text: string, blocks: readonly OutlinedBlock[], maxTokens: number): Atom[] {
  const atoms: Atom[] = [];
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    const first = strengthBefore(block, blocks[index - 1]);
    const cut = block.kind === 'code' ? cutCode : block.kind === 'table' ? cutRows : cutProse;
    const pieces = cut(text, block.start, block.end, first);
    const cuts = coalesceCuts(pieces, block.end, maxTokens * CHARACTERS_PER_TOKEN_OF_CHUNK);
    for (const [position, { start, strength }] of cuts.entries()) {
      const end = cuts[position + 1]?.start ?? next?.start ?? text.length;
      atoms.push({ start, end, strength, kind: block.kind, block: index });
    }
  }
  return atoms;
}

function strengthBefore(block: OutlinedBlock, previous: OutlinedBlock | undefined): BreakStrength {
  if (!previous) return BREAK.page;
  if (block.pageNumber !== previous.pageNumber || block.startsPart) return BREAK.page;
  if (block.kind === 'heading') return BREAK.section;
  // A named piece of code is a separate declaration.
  if (block.kind === 'code' && block.label) return BREAK.section;
  // Do not leave a heading alone at the end of a chunk.
  return previous.kind === 'heading' ? BREAK.word : BREAK.block;
}

/**
 * Joins neighbouring short pieces of a block, so fewer have to be counted and moved. It removes only sentence and line
 * boundaries, and only while the piece stays small compared with a chunk.
 */
function coalesceCuts(cuts: readonly Cut[], end: number, maxCharacters: number): Cut[] {
  const kept: Cut[] = [];
  for (const [index, cut] of cuts.entries()) {
    const open = kept.at(-1);
    const pieceEnd = cuts[index + 1]?.start ?? end;
    if (open && cut.strength <= BREAK.line && pieceEnd - open.start <= maxCharacters) continue;
    kept.push(cut);
  }
  return kept;
}
