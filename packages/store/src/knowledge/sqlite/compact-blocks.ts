import type { Embedder } from '@ibid/retrieval';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { decodeDirectory, encodeDirectory } from './block-codec.js';
import type { BlockDirectory } from './block-codec.js';
import { writeCodes } from './block-writer.js';
import { pacer } from './pacer.js';
import { decodePostings } from './postings-codec.js';
import { statementRunner } from './statement-runner.js';
import type { RunStatement } from './statement-runner.js';
import { writePostings } from './write-postings.js';

/** The share of removed chunks among all packed ones that makes compaction worthwhile. */
const REMOVED_SHARE = 0.3;

interface Block {
  block: number;
  entries: number;
  directory: Uint8Array;
}

/**
 * Rewrites blocks without their removed chunks, each in its own transaction and under its old number, which keeps the
 * chunks of an item together. Then it clears the list of removed chunks. Other processes notice the changed number of
 * chunks in a block and read it again.
 */
export async function compactBlocks(options: {
  db: Kysely<Database>;
  embedder: Embedder | null;
  /** Does nothing if fewer chunks were removed. */
  atLeast: number;
  /** The share of packed chunks that must have been removed. */
  share?: number;
}): Promise<boolean> {
  const { db, embedder, atLeast, share = REMOVED_SHARE } = options;
  const blocks = await db.transaction().execute(async (transaction) => {
    const run = statementRunner(transaction);
    const [size] = await run<{ removed: number; packed: number; codes: number }>(
      `select (select count(*) from search_removed) as removed,
         (select coalesce(sum(entries), 0) from search_blocks) as packed,
         (select count(*) from search_codes where embedder_id is not ?) as codes`,
      [embedder?.id ?? null],
    );
    if (!size || size.removed < Math.max(atLeast, size.packed * share)) return [];
    // Codes of an embedder that is not available here could not be rebuilt.
    if (size.codes > 0) return [];
    return run<{ block: number }>('select block from search_blocks where entries > 0 order by block', []);
  });
  if (blocks.length === 0) return false;
  for (const { block } of blocks) {
    await db.transaction().execute((transaction) => rewrite(statementRunner(transaction), block, embedder));
  }
  return db.transaction().execute((transaction) => forgetRemoved(statementRunner(transaction)));
}

async function rewrite(run: RunStatement, block: number, embedder: Embedder | null): Promise<void> {
  const [row] = await run<Block>('select block, entries, directory from search_blocks where block = ?', [
    block,
  ]);
  if (!row) return;
  const directory = decodeDirectory(row.directory, row.entries);
  const kept = keptPositions(directory, await removedRows(run));
  if (kept.length === row.entries) return;
  const pause = pacer();
  const place = new Int32Array(row.entries).fill(-1);
  for (const [index, position] of kept.entries()) place[position] = index;
  const words = new Map<string, { positions: number[]; weights: number[] }>();
  const postings = await run<{ word: string; postings: Uint8Array }>(
    'select word, postings from search_postings where block = ?',
    [block],
  );
  for (const { word, postings: packed } of postings) {
    const { slots, weights } = decodePostings(packed, 0);
    const left = { positions: [] as number[], weights: [] as number[] };
    for (let index = 0; index < slots.length; index += 1) {
      const position = place[slots[index]!]!;
      if (position < 0) continue;
      left.positions.push(position);
      left.weights.push(weights[index]!);
    }
    if (left.positions.length > 0) words.set(word, left);
    await pause();
  }
  await run('delete from search_postings where block = ?', [block]);
  await run('delete from search_codes where block = ?', [block]);
  await run('update search_blocks set entries = ?, directory = ? where block = ?', [
    kept.length,
    encodeDirectory({
      entries: Uint32Array.from(kept, (position) => directory.entries[position]!),
      rows: Uint32Array.from(kept, (position) => directory.rows[position]!),
      items: Uint32Array.from(kept, (position) => directory.items[position]!),
      lengths: Uint16Array.from(kept, (position) => directory.lengths[position]!),
    }),
    block,
  ]);
  await writePostings({ run, block, words, pause });
  const rows = kept.map((position) => ({ chunk_row: directory.rows[position]! }));
  if (embedder) await writeCodes({ run, embedder, block, rows, pause });
}

/**
 * Runs only when no block contains a removed chunk any more. Adding an empty block makes every process read the pending
 * chunks again, which tells it of removals it has missed.
 */
async function forgetRemoved(run: RunStatement): Promise<boolean> {
  const removed = await removedRows(run);
  const blocks = await run<Block>('select block, entries, directory from search_blocks order by block', []);
  for (const { directory, entries } of blocks) {
    if (keptPositions(decodeDirectory(directory, entries), removed).length < entries) return false;
  }
  await run('delete from search_removed', []);
  await run(
    `insert into search_blocks (entries, last_entry, directory)
     select 0, coalesce(max(last_entry), 0), ? from search_blocks`,
    [new Uint8Array(0)],
  );
  await run(
    'delete from search_blocks where entries = 0 and block < (select max(block) from search_blocks)',
    [],
  );
  await run('delete from search_block_words where block not in (select block from search_blocks)', []);
  return true;
}

/** The last entry of each removed chunk. */
async function removedRows(run: RunStatement): Promise<Map<number, number>> {
  const rows = await run<{ chunk_row: number; last_entry: number }>(
    'select chunk_row, max(last_entry) as last_entry from search_removed group by chunk_row',
    [],
  );
  return new Map(rows.map((row) => [row.chunk_row, row.last_entry]));
}

function keptPositions(directory: BlockDirectory, removed: ReadonlyMap<number, number>): number[] {
  const kept: number[] = [];
  for (const [position, row] of directory.rows.entries()) {
    if (directory.entries[position]! > (removed.get(row) ?? -1)) kept.push(position);
  }
  return kept;
}
