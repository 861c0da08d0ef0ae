import type { AccessRule, KnowledgeBase, Viewer } from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { OpenDatabase } from '../database/open-database.js';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';
import { dropAccessRule, readAccessRules, writeAccessRule } from './access-rules.js';
import { KnowledgeBaseNotFound } from './knowledge-base-not-found.js';
import { itemScope } from './item-scope.js';
import { knowledgeVersion } from './knowledge-version.js';
import type { SearchIndex } from './search-index.js';
import { visibleAccess } from './visible-access.js';

/** A knowledge base to create. */
export interface NewKnowledgeBase {
  /** Pass one if you need the id beforehand. */
  id?: string;
  name: string;
  description?: string;
  kind?: KnowledgeBase['kind'];
  access: AccessRule;
}

/** Viewers whose list is cached. */
const REMEMBERED = 64;

/** Creates, changes, lists and removes knowledge bases. The caller checks permissions. */
export class KnowledgeBases {
  readonly #db: Kysely<Database>;
  readonly #dialect: OpenDatabase['dialect'];
  readonly #write: SearchIndex['write'];
  readonly #removeItems: (transaction: Transaction<Database>, itemRows: number[]) => Promise<void>;
  readonly #lists = new Map<string, KnowledgeBase[]>();
  #version = -1;

  constructor(options: {
    database: Pick<OpenDatabase, 'db' | 'dialect'>;
    write: SearchIndex['write'];
    removeItems: (transaction: Transaction<Database>, itemRows: number[]) => Promise<void>;
  }) {
    this.#db = options.database.db;
    this.#dialect = options.database.dialect;
    this.#write = options.write;
    this.#removeItems = options.removeItems;
  }

  async create(base: NewKnowledgeBase): Promise<KnowledgeBase> {
    const id = base.id ?? newId();
    await this.#db.transaction().execute(async (transaction) => {
      const access = await writeAccessRule(transaction, base.access);
      await transaction
        .insertInto('knowledge_bases')
        .values({
          id,
          name: base.name,
          description: base.description ?? '',
          kind: base.kind ?? 'standard',
          access_row: access,
          created_at: new Date().toISOString(),
        })
        .execute();
    });
    return {
      id,
      name: base.name,
      description: base.description ?? '',
      kind: base.kind ?? 'standard',
      access: base.access,
      createdAt: new Date().toISOString(),
      items: 0,
      chunks: 0,
    };
  }

  async update(
    id: string,
    change: { name?: string; description?: string; access?: AccessRule },
  ): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const base = await find(transaction, id);
      const values = {
        ...(change.name === undefined ? {} : { name: change.name }),
        ...(change.description === undefined ? {} : { description: change.description }),
      };
      if (Object.keys(values).length > 0)
        await transaction.updateTable('knowledge_bases').set(values).where('row', '=', base.row).execute();
      if (change.access) await writeAccessRule(transaction, change.access, base.access_row);
    });
  }

  /** Transfers the base to another owner, with the items that the previous one owned. Its sharing stays as it is. */
  async handOver(id: string, ownerId: string): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const base = await find(transaction, id);
      await sql`update access_rules set owner_id = ${ownerId}
        where owner_id = (select owner_id from access_rules where row = ${base.access_row})
          and (row = ${base.access_row}
            or row in (select access_row from items where base_row = ${base.row}))`.execute(transaction);
    });
  }

  /** Like `remove`, but ignores a base that does not exist. */
  async removeIfThere(id: string): Promise<void> {
    await this.remove(id).catch((error: unknown) => {
      if (!(error instanceof KnowledgeBaseNotFound)) throw error;
    });
  }

  async remove(id: string): Promise<void> {
    await this.#write(async (transaction) => {
      const base = await find(transaction, id);
      const items = await transaction
        .selectFrom('items')
        .select('row')
        .where('base_row', '=', base.row)
        .execute();
      await this.#removeItems(
        transaction,
        items.map((item) => item.row),
      );
      await transaction.deleteFrom('knowledge_bases').where('row', '=', base.row).execute();
      await dropAccessRule(transaction, base.access_row);
    });
  }

  /**
   * The bases that the viewer may see, with counts of the visible items. A turn asks several times and counting is slow
   * for large bases, so the list is cached until the knowledge version changes.
   */
  async list(viewer: Viewer): Promise<KnowledgeBase[]> {
    const version = await knowledgeVersion(this.#db);
    if (version !== this.#version) this.#lists.clear();
    this.#version = version;
    const key = JSON.stringify([viewer.userId, viewer.isAdministrator, viewer.roles]);
    const known = this.#lists.get(key) ?? (await this.#list(viewer));
    // Something may have changed during the count; do not cache a stale list.
    if (this.#version === version) this.#lists.set(key, known);
    const oldest = this.#lists.keys().next().value;
    if (this.#lists.size > REMEMBERED && oldest !== undefined) this.#lists.delete(oldest);
    return known.map((base) => ({ ...base }));
  }

  async #list(viewer: Viewer): Promise<KnowledgeBase[]> {
    const { rows } = await sql<{
      id: string;
      name: string;
      description: string;
      kind: KnowledgeBase['kind'];
      access_row: number;
      created_at: string;
      items: number;
      chunks: number;
    }>`
      select base.id, base.name, base.description, base.kind, base.access_row, base.created_at,
        count(items.row) as items, coalesce(sum(items.chunk_count), 0) as chunks
      from knowledge_bases as base
      left join items on items.base_row = base.row and ${itemScope({ viewer }, this.#dialect)}
      where base.access_row in ${visibleAccess(viewer)}
      group by base.row, base.id, base.name, base.description, base.kind, base.access_row, base.created_at
      order by base.row`.execute(this.#db);
    const rules = await readAccessRules(
      this.#db,
      rows.map((row) => row.access_row),
    );
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      kind: row.kind,
      access: rules.get(row.access_row)!,
      createdAt: row.created_at,
      items: Number(row.items),
      chunks: Number(row.chunks),
    }));
  }
}

async function find(
  transaction: Transaction<Database>,
  id: string,
): Promise<{ row: number; access_row: number }> {
  const base = await transaction
    .selectFrom('knowledge_bases')
    .select(['row', 'access_row'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!base) throw new KnowledgeBaseNotFound(id);
  return base;
}
