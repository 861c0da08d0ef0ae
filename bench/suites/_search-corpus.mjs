// A corpus that behaves like text: words by Zipf's law, chunks about a topic, vectors that cluster by topic and
// subtopic. The same seed always gives the same corpus, and it is generated once for all systems of a run.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gaussian, makeVocabulary, seeded, zipfPlace } from './_zipf-words.mjs';

export const DIMENSIONS = 384;
const WORDS = 40_000;
const TOPICS = 400;
const CHUNK_WORDS = 70;
const CHUNKS_PER_ITEM = 10;

function unit(values) {
  let square = 0;
  for (const value of values) square += value * value;
  const length = Math.sqrt(square);
  return Float32Array.from(values, (value) => value / length);
}

function makeCorpus(size, queryCount = 200) {
  const random = seeded(42);
  const words = makeVocabulary(WORDS);
  const common = () => words[zipfPlace(random, WORDS)];
  const direction = () => Float32Array.from({ length: DIMENSIONS }, () => gaussian(random));
  const topics = Array.from({ length: TOPICS }, () => ({
    words: Array.from({ length: 150 }, () => words[200 + Math.floor(random() * (WORDS - 200))]),
    centre: direction(),
  }));
  const about = (topic, item) =>
    random() < 0.3 ? topic.words[Math.floor(random() ** 2 * 150)] : random() < 0.1 ? item : common();
  const vectorFor = (topic, lean, noise) =>
    unit(topic.centre.map((value, index) => value * 0.7 + lean[index] * 0.6 + gaussian(random) * noise));
  const chunks = [];
  let topic = topics[0];
  let lean = direction();
  let special = words[0];
  for (let number = 0; number < size; number += 1) {
    if (number % CHUNKS_PER_ITEM === 0) {
      topic = topics[Math.floor(random() * TOPICS)];
      lean = direction();
      special = words[Math.floor(random() * WORDS)];
    }
    const text = Array.from({ length: CHUNK_WORDS }, () => about(topic, special)).join(' ');
    const item = Math.floor(number / CHUNKS_PER_ITEM);
    chunks.push({
      id: number,
      item,
      title: `${special} ${topic.words[0]}`,
      text,
      category: item % 100,
      vector: vectorFor(topic, lean, 0.7),
    });
  }
  const queries = Array.from({ length: queryCount }, () => {
    const chunk = chunks[Math.floor(random() * size)];
    const pool = chunk.text.split(' ');
    const text = Array.from({ length: 6 }, () => pool[Math.floor(random() * pool.length)]).join(' ');
    const vector = unit(chunk.vector.map((value) => value + gaussian(random) * 0.03));
    return { text, vector, category: chunk.category };
  });
  return { chunks, queries, chunksPerItem: CHUNKS_PER_ITEM };
}

const NEAREST = 10;

/** The true nearest chunks of a query. */
function nearest(chunks, query, allowed = () => true) {
  const best = [];
  for (const chunk of chunks) {
    if (!allowed(chunk)) continue;
    let sum = 0;
    for (let index = 0; index < DIMENSIONS; index += 1) sum += chunk.vector[index] * query.vector[index];
    if (best.length === NEAREST && sum <= best.at(-1).sum) continue;
    best.push({ sum, id: chunk.id });
    best.sort((left, right) => right.sum - left.sum);
    best.length = Math.min(best.length, NEAREST);
  }
  return best.map(({ id }) => id);
}

/** Generates the corpus, finds the true nearest chunks for some of the questions, and writes everything to a folder. */
export function writeCorpus(folder, size, judged = 100) {
  const corpus = makeCorpus(size);
  const vectors = new Float32Array(size * DIMENSIONS);
  corpus.chunks.forEach((chunk, index) => vectors.set(chunk.vector, index * DIMENSIONS));
  const queries = corpus.queries.map((query, index) => ({
    ...query,
    vector: [...query.vector],
    ...(index < judged
      ? {
          nearest: nearest(corpus.chunks, query),
          nearestInCategory: nearest(corpus.chunks, query, (chunk) => chunk.category === query.category),
        }
      : {}),
  }));
  const chunks = corpus.chunks.map((chunk) => ({ ...chunk, vector: undefined }));
  writeFileSync(join(folder, 'vectors.bin'), vectors);
  writeFileSync(
    join(folder, 'corpus.json'),
    JSON.stringify({ chunks, queries, chunksPerItem: CHUNKS_PER_ITEM }),
  );
}

export function readCorpus(folder) {
  const { chunks, queries, chunksPerItem } = JSON.parse(readFileSync(join(folder, 'corpus.json'), 'utf8'));
  const bytes = readFileSync(join(folder, 'vectors.bin'));
  const vectorOf = (index) =>
    new Float32Array(bytes.buffer, bytes.byteOffset + index * DIMENSIONS * 4, DIMENSIONS);
  return {
    chunks: chunks.map((chunk, index) => ({ ...chunk, vector: vectorOf(index) })),
    queries: queries.map((query) => ({ ...query, vector: Float32Array.from(query.vector) })),
    chunksPerItem,
  };
}
