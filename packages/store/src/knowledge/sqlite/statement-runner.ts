import { CompiledQuery } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/schema.js';

export type RunStatement = <Row>(sql: string, parameters: unknown[]) => Promise<Row[]>;

/** Runs plain statements in a transaction, where building queries would cost more than running them. */
export function statementRunner(transaction: Transaction<Database>): RunStatement {
  return async <Row>(sql: string, parameters: unknown[]) =>
    (await transaction.executeQuery<Row>(CompiledQuery.raw(sql, parameters))).rows;
}
