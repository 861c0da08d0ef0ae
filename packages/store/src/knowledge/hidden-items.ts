import type { Viewer } from '@ibid/retrieval';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database/schema.js';
import { visibleAccess } from './visible-access.js';

const AT_ONCE = 500;

/**
 * The given items that the viewer may not see: hidden by their access rule, or deleted. Ids that never belonged to a
 * knowledge base, such as those of web pages, are not included.
 */
export async function hiddenItems(options: {
  db: Kysely<Database>;
  viewer: Viewer;
  itemIds: readonly string[];
  /** Items in this knowledge base are not checked. */
  exceptIn?: string;
}): Promise<Set<string>> {
  const { db, viewer } = options;
  const ids = [...new Set(options.itemIds)];
  const hidden = new Set<string>();
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const part = sql.join(ids.slice(start, start + AT_ONCE));
    const { rows } = await sql<{ id: string }>`
      select items.id from items join knowledge_bases on knowledge_bases.row = items.base_row
      where items.id in (${part}) and knowledge_bases.id <> ${options.exceptIn ?? ''}
        and items.access_row not in ${visibleAccess(viewer)}
      union all select id from deleted_items where id in (${part})`.execute(db);
    for (const { id } of rows) hidden.add(id);
  }
  return hidden;
}
