import pg from 'pg';
import { newId } from './new-id.js';

/** PostgreSQL for tests, or null where none is given; in CI that is a failure, never a skip. */
export function testServer(): string | null {
  const url = process.env['DATABASE_URL'] ?? null;
  if (!url && process.env['CI'] === 'true')
    throw new Error('DATABASE_URL is not set: in CI the tests need PostgreSQL. Run `npm run check`.');
  return url;
}

/** A database of its own on the test server. */
export async function createTestDatabase(
  server: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `ibid_test_${newId()}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
