import type { StoredItemState } from '@ibid/retrieval/internal';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** The state of an existing item, for ingest. */
export async function findItemState(
  db: Kysely<Database>,
  options: { knowledgeBaseId: string; externalId: string },
): Promise<StoredItemState | null> {
  const row = await states(db, options.knowledgeBaseId)
    .where('items.external_id', '=', options.externalId)
    .executeTakeFirst();
  return row ? toState(row) : null;
}

export async function listItemStates(
  db: Kysely<Database>,
  options: { knowledgeBaseId: string; externalIdPrefix: string },
): Promise<StoredItemState[]> {
  const rows = await states(db, options.knowledgeBaseId).execute();
  return rows.filter((row) => (row.external_id ?? '').startsWith(options.externalIdPrefix)).map(toState);
}

function states(db: Kysely<Database>, knowledgeBaseId: string) {
  return db
    .selectFrom('items')
    .innerJoin('knowledge_bases', 'knowledge_bases.row', 'items.base_row')
    .select([
      'items.id',
      'items.external_id',
      'items.name',
      'items.title',
      'items.content_hash',
      'items.pipeline',
    ])
    .where('knowledge_bases.id', '=', knowledgeBaseId);
}

function toState(row: {
  id: string;
  external_id: string | null;
  name: string;
  title: string;
  content_hash: string;
  pipeline: string;
}): StoredItemState {
  return {
    itemId: row.id,
    externalId: row.external_id,
    name: row.name,
    title: row.title,
    contentHash: row.content_hash,
    pipeline: row.pipeline,
  };
}
