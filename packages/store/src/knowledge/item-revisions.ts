import type { ItemRevision, Viewer } from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { DialectName } from '../database/open-database.js';
import type { Database } from '../database/schema.js';
import { itemScope } from './item-scope.js';
import { chunkRow } from './row-mapping.js';

/** The item before it is replaced. */
interface Replaced {
  row: number;
  id: string;
  title: string;
  content_hash: string;
  updated_at: string;
  first_chunk: number | null;
}

/**
 * KB-11: before an item is replaced, keeps its text if an answer cites it. Chunk rows only ever grow, so all rows
 * between the first and the last of a revision belong to it, even if its text was chunked several times. Returns the
 * item's new `first_chunk`; null if the text has changed.
 */
export async function keepRevision(
  transaction: Transaction<Database>,
  { item, text }: { item: Replaced; text: string },
): Promise<{ firstChunk: number | null }> {
  const stored = await transaction
    .selectFrom('item_texts')
    .select('text')
    .where('item_row', '=', item.row)
    .executeTakeFirst();
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(row) as first, max(row) as last from chunks where item_row = ${item.row}`.execute(transaction);
  if (!stored || rows[0]?.first == null || rows[0].last == null) return { firstChunk: null };
  const first = item.first_chunk ?? Number(rows[0].first);
  if (stored.text === text) return { firstChunk: first };
  const last = Number(rows[0].last);
  if (await mayBeCited(transaction, item.id, first, last))
    await transaction
      .insertInto('item_revisions')
      .values({
        item_row: item.row,
        first_chunk: first,
        last_chunk: last,
        content_hash: item.content_hash,
        title: item.title,
        text: stored.text,
        taken_at: item.updated_at,
        replaced_at: new Date().toISOString(),
      })
      .execute();
  return { firstChunk: null };
}

/**
 * Includes running turns: one may have read the item and be about to cite it. `dropUncitedRevisions` checks again
 * later.
 */
async function mayBeCited(
  db: Kysely<Database>,
  itemId: string,
  first: number,
  last: number,
): Promise<boolean> {
  const { rows } = await sql`select 1 from cited_chunks
    where item_id = ${itemId} and chunk_row between ${first} and ${last}
    union all select 1 from turns where status = 'running' limit 1`.execute(db);
  return rows.length > 0;
}

/** KB-11: drops revisions that no answer cites, once no running turn could cite them. Returns how many. */
export async function dropUncitedRevisions(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql`delete from item_revisions
    where not exists (select 1 from turns where status = 'running')
      and not exists (select 1 from cited_chunks
        join items on items.id = cited_chunks.item_id
        where items.row = item_revisions.item_row
          and cited_chunks.chunk_row between item_revisions.first_chunk and item_revisions.last_chunk)
    returning row`.execute(db);
  return rows.length;
}

/**
 * The text that a chunk was cut from, current or earlier. Null if the item does not exist or the viewer may not see it.
 */
export async function readRevision(options: {
  db: Kysely<Database>;
  dialect: DialectName;
  viewer: Viewer;
  itemId: string;
  chunkId: string;
}): Promise<ItemRevision | null> {
  const { db, dialect, viewer, itemId } = options;
  const { rows } = await sql<{
    row: number;
    title: string;
    hash: string;
    updated_at: string;
    first: number | null;
    text: string;
  }>`
    select items.row, items.title, items.content_hash as hash, items.updated_at, item_texts.text,
      coalesce(items.first_chunk, (select min(chunks.row) from chunks where chunks.item_row = items.row)) as first
    from items join item_texts on item_texts.item_row = items.row
    where ${itemScope({ viewer, filter: { itemIds: [itemId] } }, dialect)}`.execute(db);
  const [item] = rows;
  if (!item) return null;
  const at = chunkRow(options.chunkId);
  if (at === null || (item.first !== null && at >= Number(item.first)))
    return {
      state: 'current',
      title: item.title,
      text: item.text,
      contentHash: item.hash,
      takenAt: item.updated_at,
      replacedAt: null,
    };
  const kept = await db
    .selectFrom('item_revisions')
    .select(['title', 'text', 'content_hash', 'taken_at', 'replaced_at'])
    .where('item_row', '=', item.row)
    .where('first_chunk', '<=', at)
    .where('last_chunk', '>=', at)
    .executeTakeFirst();
  if (!kept)
    return {
      state: 'lost',
      title: item.title,
      text: null,
      contentHash: null,
      takenAt: null,
      replacedAt: item.updated_at,
    };
  return {
    state: 'changed',
    title: kept.title,
    text: kept.text,
    contentHash: kept.content_hash,
    takenAt: kept.taken_at,
    replacedAt: kept.replaced_at,
  };
}

/** KB-11: items whose text has changed since the answers of a conversation cited them. */
export async function changedSinceCited(db: Kysely<Database>, conversationId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct items.id from cited_chunks join items on items.id = cited_chunks.item_id
    where cited_chunks.conversation_id = ${conversationId}
      and cited_chunks.chunk_row < coalesce(items.first_chunk,
        (select min(chunks.row) from chunks where chunks.item_row = items.row))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
