import { Kysely, PostgresDialect, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../database/open-database.js';
import type { Database } from '../../database/schema.js';
import { createTestDatabase, testServer } from '../../database/test-database.test-helper.js';
import {
  BM25_INDEX_STATEMENTS,
  bm25ExtensionCandidates,
  chooseBm25Extension,
  findBm25Extension,
} from './bm25-extension.js';

const server = testServer();
const one = (name: string, hasIndex = false) => ({ name, version: '1.1.0', has_index: hasIndex });

/** Not tested against the extension itself, which could not be installed where the tests run. */
describe('OPS-2 an extension for BM25', () => {
  it('is chosen by what is installed', () => {
    expect(chooseBm25Extension([])).toBeNull();
    expect(chooseBm25Extension([one('pg_search')])).toMatchObject({ name: 'pg_search', state: 'no adapter' });
    expect(chooseBm25Extension([one('pg_search'), one('pg_textsearch')])).toMatchObject({
      name: 'pg_textsearch',
      state: 'no index yet',
    });
    expect(chooseBm25Extension([one('pg_textsearch', true)])).toMatchObject({ state: 'used' });
  });

  it('is asked with the words of the query as a parameter', () => {
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: null as never }) });
    const term = (...variants: string[]) => ({
      term: { variants, count: 1 } as never,
      chunks: 1,
      information: 1,
    });
    const { sql: text, parameters } = bm25ExtensionCandidates({
      terms: [term('tide', 'tides'), term("o'brien")],
      condition: sql<boolean>`true`,
      limit: 400,
    }).compile(db);
    expect(text).toContain("<@> to_bm25query($1, 'all_search_words_bm25')");
    expect(parameters).toEqual(["tide tides o'brien", 400]);
  });

  it.skipIf(!server)(
    'is not found where there is none; the text of a chunk has each word as often as it counts',
    async () => {
      const own = await createTestDatabase(server!);
      const database = await openDatabase({ url: own.url, poolSize: 1 });
      expect(await findBm25Extension(database.db)).toBeNull();
      await sql.raw(BM25_INDEX_STATEMENTS[0]!).execute(database.db);
      const { rows } = await sql<{ text: string }>`
      select ibid_words_as_text('''sea'':1,2,3,4 ''tide'':1,2 ''title'':1'::tsvector) as text`.execute(
        database.db,
      );
      expect(rows[0]!.text.trim().split(/ +/u).toSorted()).toEqual(['sea', 'sea', 'tide', 'title']);
      await database.close();
      await own.drop();
    },
  );
});
