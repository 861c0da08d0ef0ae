import { newId } from './new-id.js';

/** A database on a PostgreSQL server that is there for a while, for tests and trials. */
export interface ScratchDatabase {
  url: string;
  /** Ends whoever is still connected. */
  drop: () => Promise<void>;
}

/**
 * A database of its own on a PostgreSQL server, for as long as something is measured or tried. The user of the address
 * must be allowed to create databases.
 *
 * @example
 */
export async function createScratchDatabase(options: {
  /** `postgres://…`, any database of the server. */
  server: string;
  /** Begins its name. Default `ibid_scratch`. */
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
