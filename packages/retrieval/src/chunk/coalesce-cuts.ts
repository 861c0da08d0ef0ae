import { BREAK } from './atom.js';
import type { Cut } from './cut-prose.js';

/**
 * Joins neighbouring short pieces of a block, so that fewer have to be counted and moved: only sentence and line
 * boundaries go, and only while the piece stays small beside a chunk.
 */
export function coalesceCuts(cuts: readonly Cut[], end: number, maxCharacters: number): Cut[] {
  const kept: Cut[] = [];
  for (const [index, cut] of cuts.entries()) {
    const open = kept.at(-1);
    const pieceEnd = cuts[index + 1]?.start ?? end;
    if (open && cut.strength <= BREAK.line && pieceEnd - open.start <= maxCharacters) continue;
    kept.push(cut);
  }
  return kept;
}
