import type { ClaimToken } from './claim-token.js';
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

const NONE: readonly never[] = [];

export function kindOfWord(claim: TokenRun, index: number, passage: TokenRun): DecidingKind | null {
  const token = claim.tokens[index];
  if (!token) return null;
  if (token.kind === 'number' || token.term === 'one') return 'number';
  if (exclusiveWords(token).length > 0) return 'opposite';
  if (token.kind === 'name') return 'name';
  // Every claim begins with a capital; whether it is a name, the passage may tell.
  if (index > 0) return null;
  return hasName(passage, token.term) ? 'name' : null;
}

// A function of its own: a callback in one that is asked of every word would be made for every word.
function hasName({ tokens }: TokenRun, name: string): boolean {
  return tokens.some(({ kind, term }) => kind === 'name' && term === name);
}

/** Null: none of them says otherwise, as a rule. */
export function wordsOfKind(options: {
  kind: DecidingKind;
  claim: TokenRun;
  index: number;
  passage: TokenRun;
}): WordOfKind[] | null {
  const { kind, claim, passage } = options;
  const term = claim.term(options.index);
  const word = claim.tokens[options.index];
  const own = kind === 'opposite' && word ? exclusiveWords(word) : NONE;
  const { tokens } = passage;
  let first = 0;
  while (first < tokens.length && saysTheSame(kind, tokens[first], term, own, claim) !== false) first++;
  if (first === tokens.length) return null;
  const found: WordOfKind[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const isSame = saysTheSame(kind, tokens[index], term, own, claim);
    if (isSame !== null) found.push({ index, isSame });
  }
  return found;
}

/** Null: it is of another kind. Asked of every word of a passage. */
function saysTheSame(
  kind: DecidingKind,
  token: ClaimToken | undefined,
  term: string,
  own: readonly ExclusiveWord[],
  claim: TokenRun,
): boolean | null {
  if (!token) return null;
  if (token.term === term) return true;
  if (kind === 'number') {
    if (token.kind !== 'number' && token.term !== 'one') return null;
    return digitsOf(token.term) === digitsOf(term);
  }
  if (kind === 'name') {
    if (token.kind !== 'name') return null;
    return hasTerm(claim, token.term) ? null : false;
  }
  let same: boolean | null = null;
  // Nearly all words belong to no set.
  for (const { set, value } of exclusiveWords(token))
    for (const ours of own) if (ours.set === set) same = same === true || ours.value === value;
  return same;
}

function hasTerm(run: TokenRun, term: string): boolean {
  return run.tokens.some((_, at) => run.term(at) === term);
}

/** `one` is a word more often than a number, so it is one only where numbers are compared. */
const digitsOf = (term: string) => (term === 'one' ? '1' : term);
