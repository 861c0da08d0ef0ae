import { encodePostings } from './postings-codec.js';
import type { RunStatement } from './statement-runner.js';
import { makeWordFilter } from './word-filter.js';

const WORDS_PER_STATEMENT = 64;

/** Stores the words of a block and where they occur, by position in it. */
export async function writePostings(options: {
  run: RunStatement;
  block: number;
  words: ReadonlyMap<string, { positions: number[]; weights: number[] }>;
  pause: () => Promise<void>;
}): Promise<void> {
  const { run, block, words, pause } = options;
  // Sorted, to write the B-tree from left to right.
  const sorted = [...words.keys()].sort();
  for (let start = 0; start < sorted.length; start += WORDS_PER_STATEMENT) {
    const batch = sorted.slice(start, start + WORDS_PER_STATEMENT);
    const values = batch.map(() => '(?, ?, ?)').join(', ');
    const parameters = batch.flatMap((word) => {
      const { positions, weights } = words.get(word)!;
      return [block, word, encodePostings(positions, weights)];
    });
    await run(`insert into search_postings (block, word, postings) values ${values}`, parameters);
    await pause();
  }
  await run('insert or replace into search_block_words (block, filter) values (?, ?)', [
    block,
    makeWordFilter(sorted, sorted.length),
  ]);
}
