import type { Client, Pool, PoolClient, QueryConfig } from 'pg';
import { isDatabaseUnavailable } from './is-database-unavailable.js';
import { createPreparer, PREPARED } from './prepared.js';

/** Long enough for any answer that a person waits for. Writers to knowledge bases queue and set their own limit. */
export const STATEMENT_SECONDS = 60;
/** A new connection also waits for a busy process or machine. Whether the server is there at all shows sooner. */
const CONNECT_MILLISECONDS = 20_000;

/** Sent on each new connection, because a pooler in between may refuse settings in the startup packet. */
const SESSION = [
  `set statement_timeout = '${STATEMENT_SECONDS}s'`,
  `set idle_in_transaction_session_timeout = '${STATEMENT_SECONDS}s'`,
  // The default of 40 returns fewer rows than requested. Filtered searches continue until they have enough.
  'set hnsw.ef_search = 300',
  "set hnsw.iterative_scan = 'relaxed_order'",
].join('; ');

/** A pool of connections to PostgreSQL. When the server goes away, queries fail; the pool reconnects automatically. */
export async function openPostgresPool(options: { url: string; poolSize: number }): Promise<Pool> {
  const { default: pg } = await import('pg');
  // Counts are strings by default, because they may exceed 2^53; ours don't.
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    types,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
    idleTimeoutMillis: 60_000,
  });
  // An idle connection closed by the server is no error; the pool opens a new one.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    // Without a listener, a connection that breaks while in use would end the process.
    client.on('error', () => {});
    guardQueries(client);
    // Queries on one connection run in order, so this one is first. If it fails, the next query reports why.
    client.query(SESSION).catch(() => {});
  });
  return pool;
}

/**
 * Replaces NUL, which PostgreSQL's text type does not allow but documents and messages may contain; the replacement
 * keeps all positions. Ends a broken connection at once, before the pool can hand it out again.
 */
function guardQueries(client: PoolClient): void {
  const query = client.query.bind(client) as (...parts: unknown[]) => unknown;
  const prepare = createPreparer();
  const guarded = (statement: unknown, values: unknown, ...rest: unknown[]): unknown => {
    const config = statement as QueryConfig;
    if (typeof config === 'object' && Array.isArray(config.values) && config.values.some(hasNul))
      config.values = config.values.map(clean);
    const kept = Array.isArray(values) && values.some(hasNul) ? values.map(clean) : values;
    const isPrepared = typeof statement === 'string' && statement.startsWith(PREPARED) && Array.isArray(kept);
    let answer: unknown;
    if (isPrepared) answer = query(prepare(statement, kept), ...rest);
    else answer = kept === undefined ? query(statement) : query(statement, kept, ...rest);
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) (client as Client).end().catch(() => {});
      });
    return answer;
  };
  client.query = guarded as typeof client.query;
}

function hasNul(value: unknown): boolean {
  return typeof value === 'string' ? value.includes('\0') : Array.isArray(value) && value.some(hasNul);
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
  return Array.isArray(value) ? value.map(clean) : value;
}
