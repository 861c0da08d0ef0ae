import type { Embedder } from '@ibid/retrieval';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { decodeDirectory, encodeDirectory } from './block-codec.js';
import { addPendingWords, readPending, writeBlock, writeCodes } from './block-writer.js';
import type { BlockWords } from './block-writer.js';
import { pacer } from './pacer.js';
import { decodePostings } from './postings-codec.js';
import { statementRunner } from './statement-runner.js';
import { writePostings } from './write-postings.js';

/** As a share of a block. Reading this many pending chunks is most of the cost of a process's first search. */
const WORTH_PACKING = 1 / 8;

/**
 * Packs pending chunks that do not fill a block: into the last block as far as it has room, which avoids many small
 * blocks, then into a new one. Call it when nobody is writing.
 */
export async function packRest(options: {
  db: Kysely<Database>;
  embedder: Embedder | null;
  blockChunks: number;
}): Promise<boolean> {
  const { db, embedder, blockChunks } = options;
  const atLeast = Math.max(1, Math.floor(blockChunks * WORTH_PACKING));
  const hasFilled = await fillLastBlock({ ...options, atLeast });
  const hasWritten = await writeBlock({ db, embedder, atLeast });
  return hasFilled || hasWritten;
}

/** Keeps the block's number. Other processes notice the changed number of chunks in the block and read it again. */
function fillLastBlock(options: {
  db: Kysely<Database>;
  embedder: Embedder | null;
  blockChunks: number;
  atLeast: number;
}): Promise<boolean> {
  const { embedder, blockChunks, atLeast } = options;
  return options.db.transaction().execute(async (transaction) => {
    const run = statementRunner(transaction);
    const [last] = await run<{ block: number; entries: number; directory: Uint8Array; foreign: number }>(
      `select block, entries, directory, (select count(*) from search_codes as c where c.block = b.block
         and c.embedder_id is not ?) as "foreign" from search_blocks as b order by block desc limit 1`,
      [embedder?.id ?? null],
    );
    // Codes of an embedder that is not available here could not be rebuilt.
    if (!last || last.entries === 0 || last.entries >= blockChunks || last.foreign > 0) return false;
    const rows = await readPending(run, blockChunks - last.entries);
    if (rows.length < Math.min(atLeast, blockChunks - last.entries)) return false;
    const pause = pacer();
    const words: BlockWords = new Map();
    const postings = await run<{ word: string; postings: Uint8Array }>(
      'select word, postings from search_postings where block = ?',
      [last.block],
    );
    for (const { word, postings: packed } of postings) {
      const { slots, weights } = decodePostings(packed, 0);
      words.set(word, { positions: [...slots], weights: [...weights] });
      await pause();
    }
    await addPendingWords({ words, rows, first: last.entries, pause });
    const known = decodeDirectory(last.directory, last.entries);
    const chunkRows = [...known.rows, ...rows.map((row) => row.chunk_row)];
    await run('delete from search_postings where block = ?', [last.block]);
    await run('delete from search_codes where block = ?', [last.block]);
    await run('update search_blocks set entries = ?, last_entry = ?, directory = ? where block = ?', [
      chunkRows.length,
      rows.at(-1)!.entry,
      encodeDirectory({
        entries: Uint32Array.from([...known.entries, ...rows.map((row) => row.entry)]),
        rows: Uint32Array.from(chunkRows),
        items: Uint32Array.from([...known.items, ...rows.map((row) => row.item_row)]),
        lengths: Uint16Array.from([...known.lengths, ...rows.map((row) => Math.min(row.length, 0xffff))]),
      }),
      last.block,
    ]);
    await writePostings({ run, block: last.block, words, pause });
    if (embedder) {
      const packed = chunkRows.map((row) => ({ chunk_row: row }));
      await writeCodes({ run, embedder, block: last.block, rows: packed, pause });
    }
    await run('delete from search_pending where entry <= ?', [rows.at(-1)!.entry]);
    return true;
  });
}
