import type { AllowedSlots } from './allowed-slots.js';
import type { Postings } from './postings-codec.js';

/** A word as one search sees it. */
export interface WordPostings {
  /** Where it occurs. Chunks outside the searched ones may be left out. */
  parts: readonly Postings[];
  /** How many of the chunks that the viewer may see contain it, searched or not. */
  chunks: number;
  /** The largest weight in any chunk. */
  heaviest: number;
}

/** If a search covers at most this share of the chunks, the words are kept for these chunks alone. */
const NARROW_SHARE = 0.25;

/** Words and postings kept for one set of searched chunks. */
const KEPT_WORDS = 4_096;
const KEPT_POSTINGS = 400_000;

/**
 * Finds words for a search in some of the chunks. In a small part of them, the postings of common words are mostly of
 * other chunks, and too many to keep decoded. So each word is reduced to the searched chunks once, with its counts over
 * all. Later searches there do not touch the rest.
 */
export class WordLookup {
  readonly #read: (words: readonly string[]) => Promise<Postings[][] | null>;
  readonly #counted: AllowedSlots;
  readonly #allowed: AllowedSlots;
  readonly #isNarrow: boolean;

  constructor(options: {
    read: (words: readonly string[]) => Promise<Postings[][] | null>;
    /** What the viewer may see, and the part of it that is searched. */
    counted: AllowedSlots;
    allowed: AllowedSlots;
    /** The number of all chunks. */
    size: number;
  }) {
    this.#read = options.read;
    this.#counted = options.counted;
    this.#allowed = options.allowed;
    // With few documents, their number is counted from all postings of a word.
    this.#isNarrow =
      options.counted.fewItems === null && options.allowed.all.length <= options.size * NARROW_SHARE;
  }

  /** Null if the index has to be read again first. */
  async of(words: readonly string[]): Promise<WordPostings[] | null> {
    const kept = this.#isNarrow ? keptFor(this.#allowed, this.#counted) : null;
    const missing = kept ? words.filter((word) => !kept.words.has(word)) : words;
    const read = missing.length > 0 ? await this.#read(missing) : [];
    if (!read) return null;
    if (!kept) return read.map((parts) => this.#whole(parts));
    const found = new Map(missing.map((word, place) => [word, this.#reduced(read[place]!)]));
    const asked = words.map((word) => (kept.words.get(word) ?? found.get(word))!);
    for (const [word, reduced] of found) keep(kept, word, reduced);
    return asked;
  }

  #whole(parts: readonly Postings[]): WordPostings {
    let heaviest = 0;
    for (const part of parts) if (part.heaviest > heaviest) heaviest = part.heaviest;
    return { parts, chunks: this.#counted.chunksIn(parts), heaviest };
  }

  #reduced(parts: readonly Postings[]): WordPostings {
    const { mask } = this.#allowed;
    let size = 0;
    for (const { slots } of parts)
      for (let index = 0; index < slots.length; index += 1) if (mask[slots[index]!] === 1) size += 1;
    const reduced: Postings = { slots: new Int32Array(size), weights: new Uint8Array(size), heaviest: 0 };
    let place = 0;
    for (const { slots, weights } of parts)
      for (let index = 0; index < slots.length; index += 1) {
        if (mask[slots[index]!] !== 1) continue;
        reduced.slots[place] = slots[index]!;
        reduced.weights[place++] = weights[index]!;
      }
    return { ...this.#whole(parts), parts: size > 0 ? [reduced] : [] };
  }
}

interface KeptWords {
  counted: AllowedSlots;
  words: Map<string, WordPostings>;
  postings: number;
}

/** Goes with the set of searched chunks, which is made anew when chunks or what is visible change. */
const keptWords = new WeakMap<AllowedSlots, KeptWords>();

function keptFor(allowed: AllowedSlots, counted: AllowedSlots): KeptWords {
  const known = keptWords.get(allowed);
  if (known?.counted === counted) return known;
  const made: KeptWords = { counted, words: new Map(), postings: 0 };
  keptWords.set(allowed, made);
  return made;
}

function keep(kept: KeptWords, word: string, reduced: WordPostings): void {
  if (kept.words.size >= KEPT_WORDS || kept.postings > KEPT_POSTINGS) {
    kept.words.clear();
    kept.postings = 0;
  }
  kept.words.set(word, reduced);
  kept.postings += reduced.parts[0]?.slots.length ?? 0;
}
