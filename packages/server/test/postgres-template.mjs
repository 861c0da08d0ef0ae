// Global set-up for Vitest on PostgreSQL: makes a migrated database that each server under test gets a copy of, and
// leaves nothing behind on a shared database server. Uses the built package: Vitest would transform all sources of the
// server for the few lines that are needed here.
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export default async function setup() {
  const prefix = `ibid_acceptance_${randomBytes(4).toString('hex')}_`;
  process.env.IBID_TEST_DATABASES = prefix;
  await onServer((client) => client.query(`create database ${prefix}template`));
  const url = new URL(process.env.DATABASE_URL);
  url.pathname = `/${prefix}template`;
  // Not earlier: the set-up before this one may have built it anew.
  const { openDatabase } = await import('../../store/lib/index.js');
  await (await openDatabase({ url: url.href })).close();
  return () => onServer((client) => dropAll(client, prefix));
}

async function dropAll(client, prefix) {
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
    prefix,
  ]);
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
}

async function onServer(work) {
  const connectionString = process.env.DATABASE_URL;
  if (!connectionString)
    throw new Error('DATABASE_URL is not set: these tests need PostgreSQL. Run `npm run check`.');
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
