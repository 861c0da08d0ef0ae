import type { ClaimToken } from './claim-token.js';
import { isNegator } from './negators.js';
import { isStopWord } from './stop-words.js';

/** Content words on each side that say what a word stands with. */
const REACH = 2;
const CLAUSE_BREAK = /[,;:()\n—–]|\.\s/;
const GERMAN = new Set('der das dem und ist eine einen einem einer wird werden wurde nicht von'.split(' '));
const ARTICLES = new Set('the a an der die das dem den des el la los las le les un una une'.split(' '));
const PLAIN = /^[a-z0-9']*$/;
const CONTRAST = new Set(['but', 'aber', 'sondern', 'pero', 'sino', 'mais', 'ma']);

/** A stretch of tokens, cut into clauses, in which words can be asked what they stand with. */
export class TokenRun {
  readonly tokens: readonly ClaimToken[];
  readonly #text: string;
  /** The term under which a token is compared with the other text. */
  readonly #termOf: (token: ClaimToken) => string;
  readonly #clauses: Int32Array;
  readonly #words: string[] = [];
  #isGerman: boolean | null = null;

  constructor(options: {
    text: string;
    tokens: readonly ClaimToken[];
    termOf?: (token: ClaimToken) => string;
  }) {
    this.tokens = options.tokens;
    this.#text = options.text;
    this.#termOf = options.termOf ?? (({ term }) => term);
    this.#clauses = new Int32Array(this.tokens.length);
    let clause = 0;
    for (const [index, token] of this.tokens.entries()) {
      const before = this.tokens[index - 1];
      const isBreak = before && CLAUSE_BREAK.test(options.text.slice(before.end, token.start));
      if (isBreak || CONTRAST.has(token.term)) clause++;
      this.#clauses[index] = clause;
    }
  }

  term(index: number): string {
    const token = this.tokens[index];
    return token ? this.#termOf(token) : '';
  }

  written(index: number): string {
    const token = this.tokens[index];
    return token ? this.#text.slice(token.start, token.end) : '';
  }

  /** The word as written, in lower case and without accents. */
  word(index: number): string {
    const known = this.#words[index];
    if (known !== undefined) return known;
    const lower = this.written(index).toLowerCase();
    const word = PLAIN.test(lower)
      ? lower
      : lower.replaceAll('’', "'").normalize('NFD').replaceAll(/\p{M}/gu, '');
    this.#words[index] = word;
    return word;
  }

  /** Its nouns are written like names, and its clauses begin with what matters. */
  get isGerman(): boolean {
    this.#isGerman ??= this.tokens.some((_, index) => GERMAN.has(this.word(index)));
    return this.#isGerman;
  }

  isSameClause(left: number, right: number): boolean {
    return this.#clauses[left] === this.#clauses[right];
  }

  isNegator(index: number): boolean {
    return this.tokens[index]?.kind !== 'number' && isNegator(this.word(index));
  }

  isContent(index: number): boolean {
    const token = this.tokens[index];
    if (!token) return false;
    return token.kind === 'number' || (!isStopWord(token.term) && !this.isNegator(index));
  }

  /** Index of the nearest content word of the same clause; -1: none. */
  nextContent(index: number, step: 1 | -1): number {
    for (let at = index + step; at >= 0 && at < this.tokens.length; at += step) {
      if (!this.isSameClause(index, at)) return -1;
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
    while (/^\p{Lu}/u.test(this.written(at + step)) && this.isSameClause(at, at + step)) at += step;
    return at;
  }

  /** What a word stands with: the nearest content words of its clause, and the sign behind a number. */
  company(index: number): Set<string> {
    const found = new Set<string>();
    for (const step of [-1, 1] as const) {
      let at = this.#endOfName(index, step);
      for (let count = 0; count < REACH; count++) {
        at = this.nextContent(at, step);
        if (at === -1) break;
        found.add(this.term(at));
      }
    }
    const token = this.tokens[index];
    if (token?.kind !== 'number') return found;
    const sign = /^\s?([%‰°€$£])/.exec(this.#text.slice(token.end, token.end + 2))?.[1];
    return sign === undefined ? found : found.add(sign);
  }
}
