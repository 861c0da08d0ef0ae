import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../../database/schema.js';
import type { WeighedTerm } from './bm25-sql.js';

/** Extensions that rank by BM25, preferred first; `isUsed` marks those with an adapter. */
const KNOWN = [
  { name: 'pg_textsearch', isUsed: true },
  { name: 'pg_search', isUsed: false },
  { name: 'vchord_bm25', isUsed: false },
] as const;

const INDEX = 'all_search_words_bm25';

export interface Bm25Extension {
  name: string;
  version: string;
  /** Whether unfiltered keyword searches get candidates from it. */
  state: 'used' | 'no index yet' | 'no adapter';
}

/** The BM25 extension of this database, or null. A cheap lookup in the catalogue. */
export async function findBm25Extension(db: Kysely<Database>): Promise<Bm25Extension | null> {
  const { rows } = await sql<{ name: string; version: string; has_index: boolean }>`
    select extname as name, extversion as version, to_regclass(${INDEX}) is not null as has_index
    from pg_extension where extname = any(${KNOWN.map(({ name }) => name)}::text[])`.execute(db);
  return chooseBm25Extension(rows);
}

/** Chooses one of the installed extensions. */
export function chooseBm25Extension(
  installed: readonly { name: string; version: string; has_index: boolean }[],
): Bm25Extension | null {
  for (const { name, isUsed } of KNOWN) {
    const found = installed.find((one) => one.name === name);
    if (!found) continue;
    const state = found.has_index ? 'used' : 'no index yet';
    return { name, version: found.version, state: isUsed ? state : 'no adapter' };
  }
  return null;
}

/**
 * Creates the index over the words of each chunk as text, each repeated by its weight, because the extension tokenises
 * by itself. Words from our analyser are already stemmed and lowercased, so its `simple` configuration leaves them
 * unchanged.
 */
export const BM25_INDEX_STATEMENTS = [
  `create or replace function ibid_words_as_text(tsvector) returns text immutable parallel safe language sql as
    'select coalesce(string_agg(repeat(lexeme || '' '', greatest(1, cardinality(positions) / 2)), ''''), '''')
      from unnest($1)'`,
  `create index if not exists ${INDEX} on all_search_words using bm25 (ibid_words_as_text(words))
    with (text_config = 'simple', k1 = 0.9, b = 0.4)`,
];

/** Creates the index if an extension lacks one. Returns whether it did. */
export async function makeBm25Index(db: Kysely<Database>): Promise<boolean> {
  if ((await findBm25Extension(db))?.state !== 'no index yet') return false;
  await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    for (const statement of BM25_INDEX_STATEMENTS) await sql.raw(statement).execute(transaction);
  });
  return true;
}

/**
 * The rows of `all_search_words` that the extension ranks best. They are then scored exactly, like other candidates.
 */
export function bm25ExtensionCandidates(options: {
  terms: readonly WeighedTerm[];
  condition: RawBuilder<boolean>;
  limit: number;
}): RawBuilder<unknown> {
  const words = options.terms.flatMap(({ term }) => term.variants).join(' ');
  return sql`select chunk_row, item_row, length, words from all_search_words as found
    where ${options.condition}
    order by ibid_words_as_text(found.words) <@> to_bm25query(${words}, ${sql.lit(INDEX)})
    limit ${options.limit}`;
}
