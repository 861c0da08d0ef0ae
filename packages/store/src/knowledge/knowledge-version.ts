import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** Moves with every change of items, knowledge bases and rules, whoever makes it: what caches hang on. */
export async function knowledgeVersion(db: Kysely<Database>): Promise<number> {
  const query = CompiledQuery.raw('select version from knowledge_state where id = 1', []);
  return (await db.executeQuery<{ version: number }>(query)).rows[0]?.version ?? 0;
}
