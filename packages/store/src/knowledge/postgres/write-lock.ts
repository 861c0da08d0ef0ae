import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/schema.js';

/** An arbitrary constant, the same in every server that shares the database. */
const WRITE_LOCK = 7_153_204_882;

/** Makes this the only writer to knowledge bases until the transaction ends. */
export async function takeWriteLock(transaction: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${WRITE_LOCK})`.execute(transaction);
}
