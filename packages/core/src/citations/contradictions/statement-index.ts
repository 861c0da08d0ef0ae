import type { Statement } from './statement.js';

/** A word in more statements than this distinguishes none of them. */
const MOST_SHARING = 400;
/** How many of a statement's rarest words are used to find others on the same subject. */
const LOOKED_UP = 6;
/** A correction has the figure that it replaces. */
const FIGURES_LOOKED_UP = 2;
const LEAST_SHARED = 2;
const MOST_PARTNERS = 24;

/** Finds statements about the same thing by the rare words they share, without comparing all pairs. */
export class StatementIndex {
  readonly #statements: Statement[] = [];
  readonly #byTerm = new Map<string, number[]>();

  get size(): number {
    return this.#statements.length;
  }

  add(statement: Statement): void {
    const id = this.#statements.push(statement) - 1;
    for (const term of [...termsOf(statement), ...figuresOf(statement)]) {
      const known = this.#byTerm.get(term);
      if (known) known.push(id);
      else this.#byTerm.set(term, [id]);
    }
  }

  /** Pairs a statement with the earlier ones of other documents that share most with it. Each pair is returned once. */
  partnersOf(id: number): [Statement, Statement][] {
    const own = this.#statements[id];
    if (!own) return [];
    const rarest = (terms: Iterable<string>, most: number) =>
      [...terms]
        .map((term) => this.#byTerm.get(term) ?? [])
        .filter(({ length }) => length > 1 && length <= MOST_SHARING)
        .toSorted((one, other) => one.length - other.length)
        .slice(0, most);
    const terms = [...rarest(termsOf(own), LOOKED_UP), ...rarest(figuresOf(own), FIGURES_LOOKED_UP)];
    const shared = new Map<number, { count: number; weight: number }>();
    for (const ids of terms)
      for (const other of ids) {
        if (other >= id) break;
        if (this.#statements[other]?.chunk.itemId === own.chunk.itemId) continue;
        const known = shared.get(other) ?? { count: 0, weight: 0 };
        shared.set(other, { count: known.count + 1, weight: known.weight + 1 / Math.log(1 + ids.length) });
      }
    return [...shared]
      .filter(([, { count }]) => count >= Math.min(LEAST_SHARED, terms.length))
      .toSorted((one, other) => other[1].weight - one[1].weight || one[0] - other[0])
      .slice(0, MOST_PARTNERS)
      .flatMap(([other]): [Statement, Statement][] => {
        const partner = this.#statements[other];
        return partner ? [[partner, own]] : [];
      });
  }
}

/** `25-0217`: a code that identifies the subject of a table row. */
const CODE = /(?<![\p{L}\d])(?=[\p{L}\d/-]*\d)[\p{L}\d]+(?:[-/][\p{L}\d]+)+(?![\p{L}\d])/gu;

function termsOf({ words, text }: Statement): Set<string> {
  const codes = text.startsWith('|') ? (text.match(CODE) ?? []) : [];
  return new Set([...words.map(({ term }) => term), ...codes.map((code) => `${code} (code)`)]);
}

const figuresOf = ({ quantities }: Statement) =>
  new Set(quantities.flatMap(({ kind, low }) => (kind === 'date' ? [] : [`${kind} ${low.value} (figure)`])));
