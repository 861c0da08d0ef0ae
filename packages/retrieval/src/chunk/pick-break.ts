import { BREAK } from './atom.js';
import type { ChunkSettings } from './chunk-settings.js';
import type { SizedAtom } from './pack-atoms.js';

/**
 * How many atoms to close a group with when the last one no longer fits: up to the strongest boundary in the second
 * half of the target size, or the latest of equal ones. At least one atom, so packing always makes progress.
 */
export function pickBreak(atoms: readonly SizedAtom[], settings: ChunkSettings): number {
  const enough = settings.targetTokens / 2;
  let best = atoms.length - 1;
  let bestStrength: number = atoms[best]?.strength ?? BREAK.word;
  let before = 0;
  for (let index = 1; index < atoms.length; index++) {
    before += atoms[index - 1]?.tokens ?? 0;
    const strength = atoms[index]?.strength ?? BREAK.word;
    if (before >= enough && strength >= bestStrength) {
      best = index;
      bestStrength = strength;
    }
  }
  return Math.max(1, best);
}
