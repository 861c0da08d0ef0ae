import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';
import { knowledgeVersion } from './knowledge-version.js';

/** The languages documents are in, null for unknown; hops from one to the next along the index. */
export async function presentLanguages(db: Kysely<Database>): Promise<(string | null)[]> {
  const { rows } = await sql<{ language: string | null }>`
    with recursive present (language) as (
      select min(language) from items
      union all
      select (select min(items.language) from items where items.language > present.language) from present
      where present.language is not null)
    select language from present where language is not null`.execute(db);
  const { rows: unknown } = await sql`select 1 from items where language is null limit 1`.execute(db);
  const languages = rows.map((row) => row.language);
  return unknown.length > 0 ? [...languages, null] : languages;
}

const remembered = new WeakMap<object, { version: number; languages: (string | null)[] }>();

/** The same for a search, which asks often: kept until the database says that items changed. */
export async function searchLanguages(db: Kysely<Database>): Promise<(string | null)[]> {
  const version = await knowledgeVersion(db);
  const known = remembered.get(db);
  if (known?.version === version) return known.languages;
  const languages = await presentLanguages(db);
  remembered.set(db, { version, languages });
  return languages;
}
