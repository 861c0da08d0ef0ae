import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { filesWith } from './files-with.js';
import { onPostgres, testStore } from './test-store.js';

/** Runs on the database of a data folder, if the tests use PostgreSQL. */
async function onDatabase(folder: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const { databaseUrl } = await testStore(folder);
  if (!databaseUrl) return;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Turns off compression: compressed text could not be found by its bytes. */
export const compressNothing = (folder: string) =>
  onDatabase(folder, async (client) => {
    const { rows } = await client.query<{ statement: string }>(
      `select format('alter table %s alter column %I set storage external', attrelid::regclass, attname) as statement
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace and attstorage in ('x', 'm')
          and attnum > 0 and not attisdropped`,
    );
    for (const { statement } of rows) await client.query(statement);
  });

/**
 * Files of the data folder that contain these words. On PostgreSQL also the database's files, once rewritten: tables,
 * TOAST, indexes, statistics and the log. Give words as indexed: stemmed.
 */
export async function placesWith(folder: string, ...words: string[]): Promise<string[]> {
  const places = await filesWith(folder, ...words);
  await onDatabase(folder, async (client) => {
    await client.query('vacuum full');
    await client.query('select pg_switch_wal()');
    await client.query('checkpoint');
    for (const word of words) {
      const { rows } = await client.query<{ relname: string }>(
        `select relname from pg_class where relfilenode <> 0 and relpersistence = 'p'
          and position($1::bytea in pg_read_binary_file(pg_relation_filepath(oid))) > 0`,
        [Buffer.from(word)],
      );
      places.push(...rows.map(({ relname }) => `${relname}: ${word}`));
      const { rows: samples } = await client.query<{ place: string }>(
        `select format('sample of %s.%s', tablename, attname) as place from pg_stats
          where position($1 in lower(concat(most_common_vals, histogram_bounds, most_common_elems))) > 0`,
        [word],
      );
      places.push(...samples.map(({ place }) => `${place}: ${word}`));
    }
    // A server that recycles its log, the default, keeps the bytes until they are overwritten.
    const { rows: settings } = await client.query<{ setting: string }>(
      `select current_setting('wal_recycle') as setting`,
    );
    if (settings[0]?.setting !== 'off') return;
    for (const word of words) {
      const { rows } = await client.query<{ name: string }>(
        `select name from pg_ls_waldir()
          where position($1::bytea in pg_read_binary_file('pg_wal/' || name, 0, size, true)) > 0`,
        [Buffer.from(word)],
      );
      places.push(...rows.map(({ name }) => `${name}: ${word}`));
    }
  });
  return places;
}

/** Makes PostgreSQL collect statistics now, which it otherwise does in its own time. */
export const makeStatistics = (folder: string) =>
  onDatabase(folder, async (client) => void (await client.query('analyze')));

/**
 * If servers share a database, originals are kept for an hour, in case one of them is just receiving the same bytes.
 */
export async function makeOriginalsOld(folder: string): Promise<void> {
  if (!onPostgres) return;
  const long = new Date(Date.now() - 2 * 60 * 60_000);
  for (const entry of await readdir(join(folder, 'blobs'), { recursive: true }).catch(() => []))
    await utimes(join(folder, 'blobs', entry), long, long);
}
