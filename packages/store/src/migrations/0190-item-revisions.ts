import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { chunkRow } from '../knowledge/row-mapping.js';
import type { Migration } from './migration.js';

/**
 * KB-11: which chunks answers cite, and the earlier texts of cited items. A trigger handles deleted conversations,
 * whichever way they are deleted; the texts of a deleted item go with its row.
 */
export const itemRevisions: Migration = {
  name: '0190-item-revisions',
  async up(db, dialect) {
    const [counter, number] =
      dialect === 'sqlite'
        ? ['row integer primary key autoincrement', 'integer']
        : ['row bigserial primary key', 'bigint'];
    const statements = [
      // Null: the first existing chunk.
      `alter table items add column first_chunk ${number}`,
      `create table item_revisions (${counter},
        item_row ${number} not null references items (row) on delete cascade,
        first_chunk ${number} not null, last_chunk ${number} not null,
        content_hash text not null, title text not null, text text not null,
        taken_at text not null, replaced_at text not null)`,
      'create index item_revisions_item on item_revisions (item_row, last_chunk)',
      'create index item_revisions_content on item_revisions (content_hash)',
      `create table cited_chunks (
        item_id text not null, chunk_row ${number} not null,
        conversation_id text not null,
        primary key (item_id, chunk_row, conversation_id))`,
      'create index cited_chunks_conversation on cited_chunks (conversation_id)',
      ...(dialect === 'sqlite' ? onSqlite : onPostgres),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
    await citedUntilNow(db);
  },
};

const FORGET = `delete from item_revisions
  where item_row = (select items.row from items where items.id = old.item_id)
    and old.chunk_row between first_chunk and last_chunk
    and not exists (select 1 from cited_chunks as still where still.item_id = old.item_id
      and still.chunk_row between item_revisions.first_chunk and item_revisions.last_chunk)`;

const onSqlite = [`create trigger cited_chunks_deleted after delete on cited_chunks begin ${FORGET}; end`];

const onPostgres = [
  `create function ibid_citation_deleted() returns trigger language plpgsql as $body$begin ${FORGET}; return null; end$body$`,
  `create trigger cited_chunks_deleted after delete on cited_chunks
    for each row execute function ibid_citation_deleted()`,
];

const AT_ONCE = 200;

/** Records what answers of earlier versions cite. */
async function citedUntilNow(db: Kysely<never>): Promise<void> {
  let after = '';
  for (;;) {
    const { rows } = await sql<{ id: string; conversation_id: string; content: string }>`
      select id, conversation_id, content from messages
      where role = 'assistant' and id > ${after} order by id limit ${AT_ONCE}`.execute(db);
    for (const { conversation_id: conversation, content } of rows)
      for (const { itemId, row } of citedIn(content))
        await sql`insert into cited_chunks (item_id, chunk_row, conversation_id)
          values (${itemId}, ${row}, ${conversation}) on conflict do nothing`.execute(db);
    after = rows.at(-1)?.id ?? '';
    if (rows.length < AT_ONCE) return;
  }
}

interface StoredBlocks {
  view?: { blocks?: { citations?: { itemId?: string | null; passage?: { chunkId?: string } | null }[] }[] };
}

function citedIn(content: string): { itemId: string; row: number }[] {
  let stored: StoredBlocks;
  try {
    stored = JSON.parse(content) as StoredBlocks;
  } catch {
    return [];
  }
  return (stored.view?.blocks ?? []).flatMap((block) =>
    (block.citations ?? []).flatMap(({ itemId, passage }) => {
      const row = chunkRow(passage?.chunkId ?? '');
      return itemId && row !== null ? [{ itemId, row }] : [];
    }),
  );
}
