import { newId } from './new-id.js';

/** A temporary database on a PostgreSQL server, for tests and experiments. */
export interface ScratchDatabase {
  url: string;
  /** Disconnects any remaining clients. */
  drop: () => Promise<void>;
}

/**
 * Creates a temporary database on a PostgreSQL server, for a test or a measurement. The user in the address must be
 * allowed to create databases.
 */
export async function createScratchDatabase(options: {
  /** `postgres://…`, any database of the server. */
  server: string;
  /** Prefix of its name. Default `ibid_scratch`. */
  prefix?: string;
}): Promise<ScratchDatabase> {
  const { server, prefix = 'ibid_scratch' } = options;
  const name = `${prefix}_${newId()}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
}

async function onServer(server: string, statement: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
