import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../database/open-database.js';
import { openDatabase } from '../../database/open-database.js';
import { createTestDatabase, testServer } from '../../database/test-database.test-helper.js';
import { quoteLexeme, toLexemes, toTermQuery } from './lexemes.js';
import { wordCountSql } from './word-count-sql.js';

const server = testServer();

describe.skipIf(!server)('KB-3 word counts on PostgreSQL', () => {
  let own: Awaited<ReturnType<typeof createTestDatabase>>;
  let database: OpenDatabase;

  beforeAll(async () => {
    own = await createTestDatabase(server!);
    database = await openDatabase({ url: own.url });
  });
  afterAll(async () => {
    await database.close();
    await own.drop();
  });

  it('gives back every count from 0 to 255 exactly', async () => {
    const weights = Array.from({ length: 256 }, (_, count) => count);
    const vectors = weights.map((count) =>
      toLexemes(new Map([['other', 3], ...(count ? [['word', count] as const] : [])]), new Set(['word'])),
    );
    const { rows } = await sql<{ n: number }>`
      select ${wordCountSql(sql`words::tsvector`, 'word')} as n
      from unnest(${vectors}::text[]) with ordinality as t (words, place) order by place`.execute(
      database.db,
    );
    expect(rows.map((row) => row.n)).toEqual(weights);
  });

  it('finds any word that was put in, and takes none for a command', async () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 400 })
      .filter((text) => !text.includes('\0'));
    await fc.assert(
      fc.asyncProperty(word, word, async (one, other) => {
        const vector = toLexemes(new Map([[one, 1]]), new Set([one]));
        const { rows } = await sql<{ one: boolean; other: boolean }>`
          select ${vector}::tsvector @@ ${toTermQuery({ variants: [one], count: 1 }, 'A')}::tsquery as one,
            ${vector}::tsvector @@ ${toTermQuery({ variants: [other], count: 1 })}::tsquery as other`.execute(
          database.db,
        );
        expect(rows[0]).toEqual({ one: true, other: quoteLexeme(one) === quoteLexeme(other) });
      }),
      { numRuns: 60 },
    );
  });
});
