import { BREAK, type Atom } from './atom.js';
import type { ChunkSettings } from './chunk-settings.js';
import { pickBreak } from './pick-break.js';

/** An atom with its token count. Counts add up, because atoms end where the tokenizer also ends a word. */
export interface SizedAtom extends Atom {
  tokens: number;
}

export interface Group {
  atoms: SizedAtom[];
  tokens: number;
}

/**
 * Packs atoms into groups, one per chunk. A group never exceeds `maxTokens` or crosses a page, and closes at the best
 * boundary once `targetTokens` is reached. Tiny groups are joined with the one before if both fit.
 */
export function packAtoms(atoms: Iterable<SizedAtom>, settings: ChunkSettings): Group[] {
  const groups: Group[] = [];
  let open: SizedAtom[] = [];
  let tokens = 0;

  const close = (count: number) => {
    const taken = open.slice(0, count);
    open = open.slice(count);
    const size = sizeOf(taken);
    tokens -= size;
    if (taken.length > 0) addGroup(groups, { atoms: taken, tokens: size }, settings);
  };

  for (const atom of atoms) {
    if (open.length > 0 && startsNewGroup(atom, open, tokens, settings)) close(open.length);
    while (open.length > 0 && tokens + atom.tokens > settings.maxTokens) {
      close(pickBreak([...open, atom], settings));
    }
    open.push(atom);
    tokens += atom.tokens;
  }
  close(open.length);
  return groups;
}

function startsNewGroup(
  atom: SizedAtom,
  open: readonly SizedAtom[],
  tokens: number,
  settings: ChunkSettings,
): boolean {
  if (atom.strength === BREAK.page) return true;
  if (open.every((each) => each.kind === 'heading')) return false;
  if (atom.strength === BREAK.section) return tokens >= settings.minTokens;
  return tokens >= settings.targetTokens && atom.strength >= BREAK.line;
}

/** Joins a tiny group to the one before it if they are on the same page and fit together. */
function addGroup(groups: Group[], group: Group, settings: ChunkSettings): void {
  const previous = groups.at(-1);
  const first = group.atoms[0];
  const joins =
    previous !== undefined &&
    first !== undefined &&
    first.strength < BREAK.section &&
    group.tokens < settings.minTokens &&
    previous.tokens + group.tokens <= settings.maxTokens;
  if (!joins) {
    groups.push(group);
    return;
  }
  previous.atoms.push(...group.atoms);
  previous.tokens += group.tokens;
}

function sizeOf(atoms: readonly SizedAtom[]): number {
  return atoms.reduce((sum, atom) => sum + atom.tokens, 0);
}
