import { exclusiveWords } from './exclusive-words.js';
import type { TokenRun } from './token-run.js';
import type { ExclusiveWord } from './word-form.js';

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
  if (exclusiveWords(token).length > 0) return 'opposite';
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
  const word = claim.tokens[options.index];
  const own = kind === 'opposite' && word ? exclusiveWords(word) : [];
  const isClaimed = (other: string) => claim.tokens.some((_, at) => claim.term(at) === other);
  for (let index = 0; index < passage.tokens.length; index++) {
    const token = passage.tokens[index];
    if (!token) break;
    if (token.term === term) found.push({ index, isSame: true });
    else if (kind === 'number') {
      if (token.kind === 'number' || token.term === 'one')
        found.push({ index, isSame: digitsOf(token.term) === digitsOf(term) });
    } else if (kind === 'name') {
      if (token.kind === 'name' && !isClaimed(token.term)) found.push({ index, isSame: false });
    } else addExclusive(found, own, exclusiveWords(token), index);
  }
  return found;
}

function addExclusive(
  found: WordOfKind[],
  own: readonly ExclusiveWord[],
  others: readonly ExclusiveWord[],
  index: number,
): void {
  // Nearly all words belong to no set.
  if (others.length === 0) return;
  for (const { set, value } of others) {
    const ours = own.find((word) => word.set === set);
    if (ours) found.push({ index, isSame: ours.value === value });
  }
}

/** `one` is a word more often than a number, so it is one only where numbers are compared. */
const digitsOf = (term: string) => (term === 'one' ? '1' : term);
