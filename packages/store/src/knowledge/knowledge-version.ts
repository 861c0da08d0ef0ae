import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** Changes with every change of items, knowledge bases and rules by any process. Caches depend on it. */
export async function knowledgeVersion(db: Kysely<Database>): Promise<number> {
  const query = CompiledQuery.raw('select version from knowledge_state where id = 1', []);
  return (await db.executeQuery<{ version: number }>(query)).rows[0]?.version ?? 0;
}
