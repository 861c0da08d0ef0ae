import type { Viewer } from '@ibid/retrieval';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../database/schema.js';
import { knowledgeVersion } from './knowledge-version.js';
import { visibleAccess } from './visible-access.js';

/** The languages of the documents, null for unknown. Hops from one to the next along the index. */
export function presentLanguages(db: Kysely<Database>): Promise<(string | null)[]> {
  return languagesWhere(db, sql<boolean>`1 = 1`);
}

async function languagesWhere(
  db: Kysely<Database>,
  condition: RawBuilder<boolean>,
): Promise<(string | null)[]> {
  const { rows } = await sql<{ language: string | null }>`
    with recursive present (language) as (
      select min(language) from items
      union all
      select (select min(items.language) from items where items.language > present.language) from present
      where present.language is not null)
    select language from present where language is not null
      and exists (select 1 from items where items.language = present.language and ${condition})`.execute(db);
  const { rows: unknown } = await sql`
    select 1 from items where language is null and ${condition} limit 1`.execute(db);
  const languages = rows.map((row) => row.language);
  return unknown.length > 0 ? [...languages, null] : languages;
}

const REMEMBERED = 256;
const remembered = new WeakMap<object, { version: number; byViewer: Map<string, (string | null)[]> }>();

/**
 * The languages of the documents that the viewer may see. Searches ask often, so they are cached until items or rules
 * change. Languages of other people's documents would affect how the query is analysed.
 */
export async function searchLanguages(db: Kysely<Database>, viewer: Viewer): Promise<(string | null)[]> {
  const version = await knowledgeVersion(db);
  let known = remembered.get(db);
  if (known?.version !== version || known.byViewer.size >= REMEMBERED) {
    known = { version, byViewer: new Map() };
    remembered.set(db, known);
  }
  const key = JSON.stringify(viewer);
  const own = known.byViewer.get(key);
  if (own) return own;
  const languages = await languagesWhere(db, sql<boolean>`items.access_row in ${visibleAccess(viewer)}`);
  known.byViewer.set(key, languages);
  return languages;
}
