import { BREAK } from './atom.js';
import type { Atom } from './atom.js';
import type { SizedAtom } from './pack-atoms.js';
import { countTokensUncached } from '@ibid/core/internal/tokens';

/** Counts every atom once. Atoms too large to pack well (emoji, rare scripts) are halved. */
export function sizeAtoms(text: string, atoms: readonly Atom[], maxTokens: number): SizedAtom[] {
  const sized: SizedAtom[] = [];
  const add = (atom: Atom) => {
    // Uncached, because document text is counted only once.
    const tokens = countTokensUncached(text.slice(atom.start, atom.end));
    const middle = characterStart(text, (atom.start + atom.end) >> 1);
    if (tokens <= maxTokens / 2 || middle <= atom.start || middle >= atom.end) {
      sized.push({ ...atom, tokens });
      return;
    }
    add({ ...atom, end: middle });
    add({ ...atom, start: middle, strength: BREAK.word });
  };
  for (const atom of atoms) add(atom);
  return sized;
}

function characterStart(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
