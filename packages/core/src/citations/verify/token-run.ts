import { saysNothing } from './claim-terms.js';
import type { ClaimToken } from './claim-token.js';
import { deniesWhatFollows, isNegator } from './negators.js';
import { foldWord } from './word-form.js';

/** Content words on each side that say what a word stands with. */
const REACH = 2;
const GERMAN = new Set('der das dem und ist eine einen einem einer wird werden wurde nicht von'.split(' '));
const ARTICLES = new Set('the a an der die das dem den des el la los las le les un una une'.split(' '));

/** A stretch of tokens, cut into clauses, in which words can be asked what they stand with. */
export class TokenRun {
  readonly tokens: readonly ClaimToken[];
  readonly #text: string;
  /** The terms under which the tokens are compared with the other text; null: their own. */
  readonly #terms: readonly string[] | null;
  readonly #segments: Int32Array;
  #isGerman: boolean | null = null;
  /** By token, whether it is a verb: asked again and again. */
  readonly verbs: (boolean | undefined)[] = [];

  constructor(options: {
    text: string;
    tokens: readonly ClaimToken[];
    /** By token: the number of its segment. */
    segments: Int32Array;
    terms?: readonly string[] | null;
  }) {
    this.tokens = options.tokens;
    this.#text = options.text;
    this.#segments = options.segments;
    this.#terms = options.terms ?? null;
  }

  term(index: number): string {
    return (this.#terms ? this.#terms[index] : this.tokens[index]?.term) ?? '';
  }

  written(index: number): string {
    const token = this.tokens[index];
    return token ? this.#text.slice(token.start, token.end) : '';
  }

  /** The word as written, in lower case and without accents. */
  word(index: number): string {
    const token = this.tokens[index];
    if (!token || token.amount) return '';
    return token.form?.word ?? foldWord(this.written(index));
  }

  /** Its nouns are written like names, and its clauses begin with what matters. */
  get isGerman(): boolean {
    this.#isGerman ??= this.tokens.some((_, index) => GERMAN.has(this.word(index)));
    return this.#isGerman;
  }

  isSameClause(left: number, right: number): boolean {
    return this.segmentOf(left) === this.segmentOf(right);
  }

  segmentOf(index: number): number {
    return this.#segments[index] ?? -1;
  }

  hasNegator(index: number): boolean {
    return this.tokens.some((_, at) => this.isSameClause(index, at) && this.isNegator(at));
  }

  /** Whether a sentence ends behind a token. */
  endsSentence(index: number): boolean {
    const token = this.tokens[index];
    const next = this.tokens[index + 1];
    return (
      token !== undefined &&
      next !== undefined &&
      /[.!?。]\s|\n\s*\n/.test(this.#text.slice(token.end, next.start))
    );
  }

  /** Whether a sentence ends between two tokens. */
  endsWithin(first: number, last: number): boolean {
    for (let index = first; index < last; index++) if (this.endsSentence(index)) return true;
    return false;
  }

  isNegator(index: number): boolean {
    const token = this.tokens[index];
    if (!token || token.kind === 'number') return false;
    if (token.form ? token.form.isNegator : isNegator(this.word(index))) return true;
    return deniesWhatFollows(this.word(index), this.word(index + 1));
  }

  isContent(index: number): boolean {
    const token = this.tokens[index];
    if (!token) return false;
    return token.kind === 'number' || (!saysNothing(token) && !this.isNegator(index));
  }

  /** Index of the nearest content word of the same clause; -1: none. */
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
    let at = this.#endOfName(index, -1) - 1;
    while (ARTICLES.has(this.word(at))) at--;
    return this.word(at);
  }

  /** The last word of the name that this one is part of, in one direction: its own parts are no company. */
  #endOfName(index: number, step: 1 | -1): number {
    let at = index;
    if (this.tokens[at]?.kind !== 'name') return at;
    while (this.#isCapitalised(at + step) && this.isSameClause(at, at + step)) at += step;
    return at;
  }

  #isCapitalised(index: number): boolean {
    const token = this.tokens[index];
    if (!token) return false;
    return token.form ? token.form.isCapitalised : /^\p{Lu}/u.test(this.written(index));
  }

  /** What a word stands with, each once: the nearest content words of its clause, and the sign behind a number. */
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
