import { createHash } from 'node:crypto';
import { PreparePool } from '@ibid/retrieval/internal';
import pg from 'pg';
import { createServer } from '../create-server.js';
import type { IbidServer } from '../create-server.js';
import type { CreateServerOptions } from '../options.js';

/** Prefix of this run's databases, from test/postgres-template.mjs: other runs may use the same server. */
const prefix = (): string => process.env['IBID_TEST_DATABASES'] ?? '';
/** A migrated database. Each server under test gets a copy, which is cheaper than running the migrations again. */
const template = (): string => `${prefix()}template`;

/** Whether the suite runs on PostgreSQL (OPS-2: the same tests on both stores). */
export const onPostgres = process.env['IBID_TEST_STORE'] === 'postgres';

/** Where a server under test keeps its state: in its folder, or in a database that belongs to the folder. */
export async function testStore(folder: string): Promise<{ databaseUrl?: string }> {
  if (!onPostgres) return {};
  const name = prefix() + createHash('sha256').update(folder).digest('hex').slice(0, 24);
  await onServer(async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    // Copies files instead of writing each page to the log, which takes PostgreSQL more than twice the time.
    if (rowCount === 0)
      await client.query(`create database ${name} template ${template()} strategy file_copy`);
  });
  return { databaseUrl: urlOf(name) };
}

const readersScript = new URL('../../../../scripts/shared-readers.mjs', import.meta.url).href;

/** Its idle readers read on for the next server of this process. */
export async function createTestServer(options: CreateServerOptions): Promise<IbidServer> {
  const script = (await import(readersScript)) as { shareReaders: (pools: typeof PreparePool) => () => void };
  const store = await testStore(options.dataFolder);
  const stopSharing = script.shareReaders(PreparePool);
  try {
    return await createServer({ ...options, ...store });
  } finally {
    stopSharing();
  }
}

function urlOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}

function serverUrl(): string {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('DATABASE_URL is not set: these tests need PostgreSQL. Run `npm run check`.');
  return url;
}

async function onServer(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
