const MOST_WORDS = 40;
/** Other forms of a word share its first letters. */
const STEM_LETTERS = 6;

/**
 * Ranks texts by how many of a claim's words they contain, rare words and numbers first. A rough choice by substring
 * search alone, so the check itself reads a few pages and not a book.
 */
export class TextRanker {
  readonly #words: readonly { stem: string; weight: number }[];
  readonly #found: number[][] = [];
  readonly #counts: number[];

  constructor(claim: string) {
    this.#words = stemsOf(claim);
    this.#counts = this.#words.map(() => 0);
  }

  add(text: string): void {
    const lower = text.toLowerCase();
    const own: number[] = [];
    for (const [index, { stem }] of this.#words.entries()) {
      if (!lower.includes(stem)) continue;
      own.push(index);
      this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    }
    this.#found.push(own);
  }

  /** Indexes of the best texts, in their original order. */
  best(most: number): number[] {
    const weights = this.#words.map(
      ({ weight }, index) => weight * Math.log(1 + this.#found.length / (1 + (this.#counts[index] ?? 0))),
    );
    return this.#found
      .map((own, index) => ({ index, score: own.reduce((sum, word) => sum + (weights[word] ?? 0), 0) }))
      .toSorted((left, right) => right.score - left.score || left.index - right.index)
      .slice(0, most)
      .map(({ index }) => index)
      .toSorted((left, right) => left - right);
  }
}

function stemsOf(claim: string): { stem: string; weight: number }[] {
  const stems = new Map<string, number>();
  for (const [word] of claim.toLowerCase().matchAll(/\p{N}+(?:[.,]\p{N}+)*|\p{L}{3,}|[\p{Lo}]{1,2}/gu)) {
    const isNumber = /^\p{N}/u.test(word);
    stems.set(isNumber ? word : word.slice(0, STEM_LETTERS), isNumber ? 2 : 1);
    if (stems.size >= MOST_WORDS) break;
  }
  return [...stems].map(([stem, weight]) => ({ stem, weight }));
}
