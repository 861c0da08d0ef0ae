// The corpus of the search suite for sizes that don't fit in memory: words by Zipf's law, items about a topic, vectors
// that cluster by topic and item, generated chunk by chunk. Vectors are synthetic; the same seed gives the same corpus.
import { gaussian, makeVocabulary, seeded, zipfPlace } from './_zipf-words.mjs';

export const DIMENSIONS = 384;
const WORDS = 40_000;
const TOPICS = 400;
const CHUNK_WORDS = 70;
export const CHUNKS_PER_ITEM = 10;
/** Vectors are written as integers, which half precision represents exactly; only their direction counts. */
const SCALE = 5_000;

/** Knowledge bases with their share of the items, in percent. */
export const BASES = [
  { name: 'Half', share: 55 },
  { name: 'Third', share: 34 },
  { name: 'Tenth', share: 10 },
  { name: 'Hundredth', share: 1 },
];

function baseOf(item) {
  let left = item % 100;
  return BASES.findIndex(({ share }) => (left -= share) < 0);
}

export const vocabulary = makeVocabulary(WORDS);

/** Yields chunks: `{item, base, words, vector}`, with the words as positions in the vocabulary. */
export function* makeChunks(size) {
  const random = seeded(42);
  const common = () => zipfPlace(random, WORDS);
  const direction = () => Float32Array.from({ length: DIMENSIONS }, () => gaussian(random));
  const topics = Array.from({ length: TOPICS }, () => ({
    words: Array.from({ length: 150 }, () => 200 + Math.floor(random() * (WORDS - 200))),
    centre: direction(),
  }));
  // A list of noise long enough for repetition not to show: generating each number anew would take longer than all the
  // rest.
  const noise = Float32Array.from({ length: 1 << 20 }, () => gaussian(random) * 0.7);
  let topic = topics[0];
  let centre = topic.centre;
  let special = 0;
  for (let number = 0; number < size; number += 1) {
    const item = Math.floor(number / CHUNKS_PER_ITEM);
    if (number % CHUNKS_PER_ITEM === 0) {
      topic = topics[Math.floor(random() * TOPICS)];
      const lean = direction();
      centre = topic.centre.map((value, place) => value * 0.7 + lean[place] * 0.6);
      special = Math.floor(random() * WORDS);
    }
    const words = Array.from({ length: CHUNK_WORDS }, () => {
      if (random() < 0.3) return topic.words[Math.floor(random() ** 2 * 150)];
      return random() < 0.1 ? special : common();
    });
    const from = Math.floor(random() * noise.length);
    const vector = centre.map((value, place) => value + noise[(from + place) % noise.length]);
    let square = 0;
    for (const value of vector) square += value * value;
    const factor = SCALE / Math.sqrt(square);
    yield { item, base: baseOf(item), words, vector: vector.map((value) => Math.round(value * factor)) };
  }
}

/** Samples questions: six words of a chunk, and a vector near its own. Pass every chunk to `see`, in order. */
export class QuerySampler {
  #random = seeded(7);
  #wanted;
  #at = 0;
  queries = [];

  constructor(size, count) {
    this.#wanted = new Set(Array.from({ length: count }, () => Math.floor(this.#random() * size)));
  }

  see(chunk) {
    if (!this.#wanted.has(this.#at++)) return;
    const text = Array.from(
      { length: 6 },
      () => vocabulary[chunk.words[Math.floor(this.#random() * chunk.words.length)]],
    ).join(' ');
    const vector = Array.from(chunk.vector, (value) => value + gaussian(this.#random) * 0.03 * SCALE);
    const length = Math.hypot(...vector);
    this.queries.push({ text, base: chunk.base, vector: vector.map((value) => value / length) });
  }
}
