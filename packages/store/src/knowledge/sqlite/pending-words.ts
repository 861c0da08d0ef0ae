import type { Postings } from './postings-codec.js';

interface PendingWord {
  slots: number[];
  weights: number[];
  heaviest: number;
}

/** Where words occur among the chunks that are in no block yet. */
export class PendingWords {
  readonly #words = new Map<string, PendingWord>();

  /** Slots go up from call to call. */
  add(slot: number, words: Iterable<readonly [word: string, weight: number]>): void {
    for (const [word, weight] of words) {
      let pending = this.#words.get(word);
      if (!pending) {
        pending = { slots: [], weights: [], heaviest: 0 };
        this.#words.set(word, pending);
      }
      pending.slots.push(slot);
      pending.weights.push(weight);
      pending.heaviest = Math.max(pending.heaviest, weight);
    }
  }

  /** None, or one list. */
  of(word: string): Postings[] {
    const pending = this.#words.get(word);
    if (!pending) return [];
    const { heaviest } = pending;
    return [{ slots: Int32Array.from(pending.slots), weights: Uint8Array.from(pending.weights), heaviest }];
  }

  clear(): void {
    this.#words.clear();
  }
}
