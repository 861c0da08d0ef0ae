import type { ClaimToken } from './claim-token.js';
import { endOfName } from './end-of-name.js';
import { deniesItsNounOnly, deniesWhatFollows, isNegator } from './negators.js';
import { saysNothing } from './says-nothing.js';
import { onceOf } from './once-of.js';
import { foldWord } from './word-form.js';
import { AMOUNT, NAME, traitsOf } from './word-traits.js';

/** Content words on each side that count as the context of a word. */
const REACH = 2;
const SEMICOLON = 0x3b;
/** What may be between `=` and a value. */
const VALUE_SIGN = ' \'"“‘';
const GERMAN = new Set('der das dem und ist eine einen einem einer wird werden wurde nicht von'.split(' '));
const ARTICLES = new Set('the a an der die das dem den des el la los las le les un una une'.split(' '));

/** A cached answer per token: 0 if not computed yet, otherwise `NO` or `YES`. */
type Answers = Uint8Array;
export const NO = 1;
export const YES = 2;

/** A run of tokens, split into clauses, with queries about the context of words. */
export class TokenRun {
  readonly tokens: readonly ClaimToken[];
  /**
   * The run of the whole text, and where this one begins in it, so word properties are computed once for all claims.
   */
  readonly whole: TokenRun;
  readonly from: number;
  readonly #text: string;
  /** The terms under which the tokens are compared with the other text; null for their own. */
  readonly #terms: readonly string[] | null;
  readonly #segments: Int32Array;
  /** Cached results about its words, independent of the terms they are compared under. */
  readonly notes: unknown[];
  #negators: Answers | null = null;
  #contents: Answers | null = null;
  #stops: Answers | null = null;
  readonly #ends: { [step in 1 | -1]?: Map<number, number> } = {};

  constructor(options: {
    text: string;
    tokens: readonly ClaimToken[];
    /** By token: the number of its segment. */
    segments: Int32Array;
    terms?: readonly string[] | null;
    /** Set if it is a part of this run, starting at that token. */
    part?: { of: TokenRun; from: number };
    /** Cached results of a run with the same words. */
    notes?: unknown[];
  }) {
    this.whole = options.part?.of ?? this;
    this.from = options.part?.from ?? 0;
    this.tokens = options.tokens;
    this.#text = options.text;
    this.#segments = options.segments;
    this.#terms = options.terms ?? null;
    this.notes = options.notes ?? [];
  }

  get isAsWritten(): boolean {
    return this.#terms === null;
  }

  /** The same words under other terms. */
  withTerms(terms: readonly string[]): TokenRun {
    const part = { of: this.whole, from: this.from };
    const [text, tokens, segments, notes] = [this.#text, this.tokens, this.#segments, this.notes];
    return new TokenRun({ text, tokens, segments, terms, part, notes });
  }

  /** Tokens from `first` to before `last`, preceded by those of a table's header. */
  part({ header, first, last }: { header: readonly number[]; first: number; last: number }): TokenRun {
    const tokens = this.tokens.slice(first, last);
    const segments = this.#segments.subarray(first, last);
    if (header.length === 0)
      return new TokenRun({ text: this.#text, tokens, segments, part: { of: this, from: first } });
    return new TokenRun({
      text: this.#text,
      tokens: [...header.flatMap((index) => this.tokens[index] ?? []), ...tokens],
      segments: Int32Array.from([...header.map((index) => this.segmentOf(index)), ...segments]),
    });
  }

  term(index: number): string {
    return (this.#terms ? this.#terms[index] : this.tokens[index]?.term) ?? '';
  }

  written(index: number): string {
    const token = this.tokens[index];
    return token ? this.#text.slice(token.start, token.end) : '';
  }

  /** The text from one token to another, as written. */
  words(first: number, last: number): string {
    const words: string[] = [];
    for (let index = Math.max(0, first); index <= last && this.tokens[index]; index++)
      words.push(this.written(index));
    return words.join(' ');
  }

  /** The word as written, in lower case and without accents. */
  word(index: number): string {
    const token = this.tokens[index];
    if (!token || token.amount) return '';
    return token.form?.word ?? foldWord(this.written(index));
  }

  /** Whether a word has one of these traits. */
  is(index: number, trait: number): boolean {
    const token = this.tokens[index];
    return token !== undefined && (this.#traitsOf(token) & trait) !== 0;
  }

  /** Whether any of its words has one of these traits. */
  has(trait: number): boolean {
    return (TokenRun.#allTraits(this) & trait) !== 0;
  }

  static readonly #allTraits = onceOf((run: TokenRun) => {
    let all = 0;
    for (const token of run.tokens) all |= run.#traitsOf(token);
    return all;
  });

  #traitsOf(token: ClaimToken): number {
    const kind = token.kind === 'name' ? NAME : 0;
    if (token.amount) return AMOUNT | kind;
    return kind | (token.form?.traits ?? traitsOf(foldWord(this.#text.slice(token.start, token.end))));
  }

  /** German capitalises all nouns, and its clauses begin with what matters. */
  get isGerman(): boolean {
    return isGerman(this);
  }

  isSameClause(left: number, right: number): boolean {
    return this.segmentOf(left) === this.segmentOf(right);
  }

  segmentOf(index: number): number {
    return this.#segments[index] ?? -1;
  }

  /** Whether the clause of a word is negated. */
  hasNegator(index: number): boolean {
    for (const at of this.negators)
      if (this.isSameClause(index, at) && !deniesItsNounOnly(this.word(at))) return true;
    return false;
  }

  /** Whether a sentence ends after a token. */
  endsSentence(index: number): boolean {
    return index >= 0 && index + 1 < this.tokens.length && this.whole.#hasEnd(this.from + index);
  }

  #hasEnd(index: number): boolean {
    const known = (this.#stops ??= new Uint8Array(this.tokens.length));
    if (known[index] === 0) {
      const gap = this.#text.slice(this.tokens[index]?.end ?? 0, this.tokens[index + 1]?.start ?? 0);
      known[index] = gap !== ' ' && /[.!?。]\s|\n\s*\n/.test(gap) ? YES : NO;
    }
    return known[index] === YES;
  }

  /** What is between a token and the next. */
  gapAfter(index: number): string {
    const [token, next] = [this.tokens[index], this.tokens[index + 1]];
    return token && next ? this.#text.slice(token.end, next.start) : '';
  }

  /** Whether a bracket opens right before a token. */
  opensBracket(index: number): boolean {
    const [token, before] = [this.tokens[index], this.tokens[index - 1]];
    return token !== undefined && /\(\s*$/.test(this.#text.slice(before?.end ?? 0, token.start));
  }

  endsWithStop(index: number): boolean {
    return /[.!?。]/.test(this.#behind(index));
  }

  endsWithQuestion(index: number): boolean {
    return this.#behind(index).includes('?');
  }

  #behind(index: number): string {
    const [token, next] = [this.tokens[index], this.tokens[index + 1]];
    return token ? this.#text.slice(token.end, next?.start ?? token.end + 2) : '';
  }

  endsWithSemicolon(index: number): boolean {
    const [token, next] = [this.tokens[index], this.tokens[index + 1]];
    if (!token || !next) return false;
    for (let at = token.end; at < next.start; at++) if (this.#text.charCodeAt(at) === SEMICOLON) return true;
    return false;
  }

  /** Whether a sentence ends between two tokens. */
  endsWithin(first: number, last: number): boolean {
    for (let index = first; index < last; index++) if (this.endsSentence(index)) return true;
    return false;
  }

  isNegator(index: number): boolean {
    const token = this.tokens[index];
    if (!token || token.kind === 'number') return false;
    return (token.form?.isNegator || this.whole.#denies(this.from + index)) && !this.#isValue(token);
  }

  /** `Closed = no`: a value, which negates nothing around it. */
  #isValue({ start }: ClaimToken): boolean {
    let at = start - 1;
    while (VALUE_SIGN.includes(this.#text.charAt(at)) && at >= 0) at--;
    return this.#text.charAt(at) === '=';
  }

  #denies(index: number): boolean {
    const known = (this.#negators ??= new Uint8Array(this.tokens.length));
    if (known[index] === 0) {
      const word = this.word(index);
      const denies =
        (!this.tokens[index]?.form && isNegator(word)) ||
        // `declined to 51 million` means fell.
        (!this.tokens[index + 2]?.amount && deniesWhatFollows(word, this.word(index + 1)));
      known[index] = denies ? YES : NO;
    }
    return known[index] === YES;
  }

  /** Indexes of all negators, ascending. */
  get negators(): readonly number[] {
    return negatorsOf(this);
  }

  isContent(index: number): boolean {
    return index >= 0 && index < this.tokens.length && this.whole.#isContentAt(this.from + index);
  }

  #isContentAt(index: number): boolean {
    const known = (this.#contents ??= new Uint8Array(this.tokens.length));
    const token = this.tokens[index];
    if (known[index] === 0 && token)
      known[index] = token.kind === 'number' || (!saysNothing(token) && !this.isNegator(index)) ? YES : NO;
    return known[index] === YES;
  }

  /** Index of the nearest content word of the same clause; -1 if there is none. */
  nextContent(index: number, step: 1 | -1): number {
    const clause = this.segmentOf(index);
    for (let at = index + step; at >= 0 && at < this.tokens.length; at += step) {
      if (this.segmentOf(at) !== clause) return -1;
      if (this.isContent(at)) return at;
    }
    return -1;
  }

  /** All other content words of a word's clause. */
  clause(index: number): Set<string> {
    const found = new Set<string>();
    for (let at = 0; at < this.tokens.length; at++)
      if (at !== index && this.isSameClause(index, at) && this.isContent(at)) found.add(this.term(at));
    return found;
  }

  /** The word before a name or number, or before its article. */
  wordBefore(index: number): string {
    return this.word(this.placeBefore(index));
  }

  placeBefore(index: number): number {
    let at = this.#endOfName(index, -1) - 1;
    while (ARTICLES.has(this.word(at))) at--;
    return at;
  }

  /** Cached for all words passed: in a text of only capitals, each would walk to its end. */
  #endOfName(index: number, step: 1 | -1): number {
    return endOfName(this, index, step, (this.#ends[step] ??= new Map()));
  }

  /** The context of a word, each term once: the nearest content words of its clause, and the sign after a number. */
  company(index: number): string[] {
    const found: string[] = [];
    for (let step: 1 | -1 = -1; ; step = 1) {
      let at = this.#endOfName(index, step);
      for (let count = 0; count < REACH; count++) {
        at = this.nextContent(at, step);
        if (at === -1) break;
        const term = this.term(at);
        if (!found.includes(term)) found.push(term);
      }
      if (step === 1) break;
    }
    const token = this.tokens[index];
    if (token?.kind !== 'number') return found;
    const sign = /^\s?([%‰°€$£])/.exec(this.#text.slice(token.end, token.end + 2))?.[1];
    if (sign !== undefined && !found.includes(sign)) found.push(sign);
    return found;
  }
}

const isGerman = onceOf((run: TokenRun) => run.tokens.some((_, index) => GERMAN.has(run.word(index))));

const negatorsOf = onceOf((run: TokenRun): readonly number[] => {
  const found: number[] = [];
  for (let index = 0; index < run.tokens.length; index++) if (run.isNegator(index)) found.push(index);
  return found;
});
