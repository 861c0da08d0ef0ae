import type { Embedder } from '@ibid/retrieval';
import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { decodeDirectory, eachWord, encodeDirectory } from './block-codec.js';
import { pacer } from './pacer.js';
import { statementRunner } from './statement-runner.js';
import type { RunStatement } from './statement-runner.js';
import { VectorCodes } from './vector-codes.js';
import { writePostings } from './write-postings.js';

/** Chunks per block. */
export const BLOCK_CHUNKS = 4_096;

/** Packs pending chunks into a block, in one transaction. They can be found before and after. */
export async function writeBlock(options: {
  db: Kysely<Database>;
  embedder: Embedder | null;
  /** Does nothing if fewer chunks are pending. */
  atLeast?: number;
}): Promise<boolean> {
  const { db, embedder } = options;
  const atLeast = options.atLeast ?? BLOCK_CHUNKS;
  if ((await waiting(db)) < atLeast) return false;
  const pause = pacer();
  return db.transaction().execute(async (transaction) => {
    const run = statementRunner(transaction);
    const rows = await readPending(run, BLOCK_CHUNKS);
    // Another process may have been faster.
    if (rows.length < atLeast || rows.length === 0) return false;
    const lastEntry = rows.at(-1)!.entry;
    const directory = encodeDirectory({
      entries: Uint32Array.from(rows, (row) => row.entry),
      rows: Uint32Array.from(rows, (row) => row.chunk_row),
      items: Uint32Array.from(rows, (row) => row.item_row),
      lengths: Uint16Array.from(rows, (row) => Math.min(row.length, 0xffff)),
    });
    const [made] = await run<{ block: number }>(
      'insert into search_blocks (entries, last_entry, directory) values (?, ?, ?) returning block',
      [rows.length, lastEntry, directory],
    );
    const block = made!.block;
    const words: BlockWords = new Map();
    await addPendingWords({ words, rows, first: 0, pause });
    await writePostings({ run, block, words, pause });
    if (embedder) await writeCodes({ run, embedder, block, rows, pause });
    await run('delete from search_pending where entry <= ?', [lastEntry]);
    return true;
  });
}

/** A pending chunk with its words as written by `encodeWords`. */
interface PendingRow {
  entry: number;
  chunk_row: number;
  item_row: number;
  length: number;
  words: string;
}

/** Where the words of a block occur, by position in the block. */
export type BlockWords = Map<string, { positions: number[]; weights: number[] }>;

/** The chunks that have been pending longest. */
export function readPending(run: RunStatement, most: number): Promise<PendingRow[]> {
  return run<PendingRow>(
    'select entry, chunk_row, item_row, length, words from search_pending order by entry limit ?',
    [most],
  );
}

/** Adds the words of pending chunks; the first chunk gets position `first` in the block. */
export async function addPendingWords(options: {
  words: BlockWords;
  rows: readonly PendingRow[];
  first: number;
  pause: () => Promise<void>;
}): Promise<void> {
  const { words, rows, first, pause } = options;
  for (const [index, row] of rows.entries()) {
    eachWord(row.words, (word, weight) => {
      let known = words.get(word);
      if (!known) {
        known = { positions: [], weights: [] };
        words.set(word, known);
      }
      known.positions.push(first + index);
      known.weights.push(weight);
    });
    await pause();
  }
}

/** Packs the vectors of a block's chunks. */
export async function writeCodes(options: {
  run: RunStatement;
  embedder: Embedder;
  block: number;
  rows: readonly { chunk_row: number }[];
  pause: () => Promise<void>;
}): Promise<void> {
  const { run, embedder, block, rows, pause } = options;
  const codes = new VectorCodes(embedder.dimensions);
  codes.reserve(rows.length);
  for (const [position, row] of rows.entries()) {
    const [found] = await run<{ vector: Uint8Array }>(
      'select vector from chunk_vectors where chunk_row = ? and embedder_id = ?',
      [row.chunk_row, embedder.id],
    );
    const bytes = found && new Uint8Array(found.vector);
    if (bytes?.length === embedder.dimensions * 4) codes.set(position, new Float32Array(bytes.buffer));
    await pause();
  }
  await run('insert into search_codes (block, embedder_id, codes) values (?, ?, ?)', [
    block,
    embedder.id,
    codes.pack(0, rows.length),
  ]);
}

/** Packs the vectors of blocks without codes of this embedder. Without codes, opening reads the vectors one by one. */
export async function writeMissingCodes(options: {
  db: Kysely<Database>;
  embedder: Embedder;
}): Promise<void> {
  const { db, embedder } = options;
  for (;;) {
    const done = await db.transaction().execute(async (transaction) => {
      const run = statementRunner(transaction);
      const [block] = await run<{ block: number; entries: number; directory: Uint8Array }>(
        `select block, entries, directory from search_blocks where block not in
           (select block from search_codes where embedder_id = ?) limit 1`,
        [embedder.id],
      );
      if (!block) return true;
      const rows = [...decodeDirectory(block.directory, block.entries).rows].map((row) => ({
        chunk_row: row,
      }));
      await run('delete from search_codes where block = ?', [block.block]);
      await writeCodes({ run, embedder, block: block.block, rows, pause: pacer() });
      return false;
    });
    if (done) return;
  }
}

async function waiting(db: Kysely<Database>): Promise<number> {
  const query = CompiledQuery.raw('select count(*) as n from search_pending', []);
  return (await db.executeQuery<{ n: number }>(query)).rows[0]?.n ?? 0;
}
