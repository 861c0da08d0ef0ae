import type { Postings } from './postings-codec.js';

/** Initial capacity; the columns double when full. */
const FIRST_CAPACITY = 4_096;

/**
 * Where words occur among the chunks that are not in a block yet. Each occurrence is a row of three columns and links
 * to the previous one of the same word: a list for each of many thousand words would be most of the cost of opening a
 * base.
 */
export class PendingWords {
  readonly #numbers = new Map<string, number>();
  /** By word: its latest occurrence, its number of occurrences, and its largest weight. */
  #latest = new Int32Array(FIRST_CAPACITY);
  #counts = new Int32Array(FIRST_CAPACITY);
  #heaviest = new Uint8Array(FIRST_CAPACITY);
  /** By occurrence. */
  #slots = new Int32Array(FIRST_CAPACITY);
  #weights = new Uint8Array(FIRST_CAPACITY);
  #before = new Int32Array(FIRST_CAPACITY);
  #occurrences = 0;
  /** By word: the list last returned, valid until another chunk contains the word. */
  readonly #lists = new Map<number, Postings>();

  /** Slots must increase from call to call. */
  add(slot: number, word: string, weight: number): void {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      number = this.#addWord(word);
    }
    if (this.#occurrences === this.#slots.length) this.#growOccurrences();
    const occurrence = this.#occurrences++;
    this.#slots[occurrence] = slot;
    this.#weights[occurrence] = weight;
    this.#before[occurrence] = this.#latest[number]!;
    this.#latest[number] = occurrence;
    this.#counts[number]! += 1;
    if (weight > this.#heaviest[number]!) this.#heaviest[number] = weight;
    if (this.#lists.size > 0) this.#lists.delete(number);
  }

  /**
   * Null, or one list. It stays the same object until more chunks contain the word, so callers can cache counts by it.
   */
  of(word: string): Postings | null {
    const number = this.#numbers.get(word);
    if (number === undefined) return null;
    const known = this.#lists.get(number);
    if (known) return known;
    const list = this.#listOf(number);
    this.#lists.set(number, list);
    return list;
  }

  #listOf(number: number): Postings {
    const count = this.#counts[number]!;
    const slots = new Int32Array(count);
    const weights = new Uint8Array(count);
    let occurrence = this.#latest[number]!;
    for (let place = count - 1; place >= 0; place -= 1) {
      slots[place] = this.#slots[occurrence]!;
      weights[place] = this.#weights[occurrence]!;
      occurrence = this.#before[occurrence]!;
    }
    return { slots, weights, heaviest: this.#heaviest[number]! };
  }

  wordsAmong(words: readonly string[]): string[] {
    return words.filter((word) => this.#numbers.has(word));
  }

  wordsBeginningWith(start: string): string[] {
    const found: string[] = [];
    for (const word of this.#numbers.keys()) if (word.startsWith(start)) found.push(word);
    return found;
  }

  clear(): void {
    this.#numbers.clear();
    this.#lists.clear();
    this.#counts.fill(0);
    this.#heaviest.fill(0);
    this.#occurrences = 0;
  }

  #addWord(word: string): number {
    const number = this.#numbers.size;
    if (number === this.#latest.length) {
      this.#latest = doubled(this.#latest, Int32Array);
      this.#counts = doubled(this.#counts, Int32Array);
      this.#heaviest = doubled(this.#heaviest, Uint8Array);
    }
    this.#numbers.set(word, number);
    return number;
  }

  #growOccurrences(): void {
    this.#slots = doubled(this.#slots, Int32Array);
    this.#weights = doubled(this.#weights, Uint8Array);
    this.#before = doubled(this.#before, Int32Array);
  }
}

function doubled<Column extends Int32Array | Uint8Array>(
  column: Column,
  kind: new (length: number) => Column,
): Column {
  const larger = new kind(column.length * 2);
  larger.set(column);
  return larger;
}
