import { analyseQuery, analyseText, detectLanguage } from '../../analyse/index.js';
import type { Evidence } from '../evidence.js';

/** The question's words, weighted by their rarity in the evidence, and a cached lookup of the words of any text. */
export class QuestionWords {
  readonly terms: readonly string[];
  readonly #weights = new Map<string, number>();
  readonly #language: string | null;
  readonly #cache = new Map<string, ReadonlySet<string>>();

  constructor(question: string, evidence: Evidence) {
    this.#language = detectLanguage(question) ?? 'en';
    this.terms = [
      ...new Set(
        analyseQuery({ text: question, languages: [this.#language] }).flatMap((term) => term.variants),
      ),
    ];
    const texts = evidence
      .ranked()
      .map((entry) => this.wordsOf(`${entry.chunk.title}\n${entry.chunk.text ?? ''}`));
    for (const term of this.terms) {
      const holders = texts.filter((words) => words.has(term)).length;
      this.#weights.set(term, Math.log(1 + (texts.length - holders + 0.5) / (holders + 0.5)));
    }
  }

  wordsOf(text: string): ReadonlySet<string> {
    let words = this.#cache.get(text);
    if (!words) {
      words = new Set(analyseText({ text, language: this.#language }));
      this.#cache.set(text, words);
    }
    return words;
  }

  weight(terms: Iterable<string>): number {
    let sum = 0;
    for (const term of terms) sum += this.#weights.get(term) ?? 0;
    return sum;
  }

  missingIn(text: string): string[] {
    const words = this.wordsOf(text);
    return this.terms.filter((term) => !words.has(term));
  }

  /** The weighted share of the words `of` that occur in the text. */
  share(text: string, of: readonly string[]): number {
    const total = this.weight(of);
    if (total === 0) return 0;
    const words = this.wordsOf(text);
    return this.weight(of.filter((term) => words.has(term))) / total;
  }
}
