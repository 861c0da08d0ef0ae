import { exclusiveWords } from './exclusive-words.js';
import type { TokenRun } from './token-run.js';

/** Kinds of words of which another one in the same place says something else. */
export type DecidingKind = 'number' | 'name' | 'opposite';

/** A word of the passage that is of the same kind as one of the claim. */
export interface WordOfKind {
  index: number;
  isSame: boolean;
}

export function kindOfWord(claim: TokenRun, index: number, passage: TokenRun): DecidingKind | null {
  const token = claim.tokens[index];
  if (!token) return null;
  if (token.kind === 'number' || token.term === 'one') return 'number';
  if (exclusiveWords(token.term).length > 0) return 'opposite';
  if (token.kind === 'name') return 'name';
  // Every claim begins with a capital; whether it is a name, the passage may tell.
  if (index > 0) return null;
  return passage.tokens.some(({ kind, term }) => kind === 'name' && term === token.term) ? 'name' : null;
}

export function wordsOfKind(options: {
  kind: DecidingKind;
  claim: TokenRun;
  index: number;
  passage: TokenRun;
}): WordOfKind[] {
  const { kind, claim, passage } = options;
  const term = claim.term(options.index);
  const found: WordOfKind[] = [];
  const sets = exclusiveWords(claim.tokens[options.index]?.term ?? '');
  const claimed = new Set(kind === 'name' ? claim.tokens.map((_, at) => claim.term(at)) : []);
  for (const [index, token] of passage.tokens.entries()) {
    const isSame = token.term === term;
    if (isSame) found.push({ index, isSame });
    else if (kind === 'number') {
      const [left, right] = [digitsOf(token.term), digitsOf(term)];
      if (token.kind === 'number' || token.term === 'one') found.push({ index, isSame: left === right });
    } else if (kind === 'name') {
      if (token.kind === 'name' && !claimed.has(token.term)) found.push({ index, isSame });
    } else
      for (const { set, value } of exclusiveWords(token.term)) {
        const own = sets.find((word) => word.set === set);
        if (own) found.push({ index, isSame: own.value === value });
      }
  }
  return found;
}

/** `one` is a word more often than a number, so it is one only where numbers are compared. */
const digitsOf = (term: string) => (term === 'one' ? '1' : term);
