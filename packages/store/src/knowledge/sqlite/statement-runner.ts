import { CompiledQuery } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/schema.js';

export type RunStatement = <Row>(sql: string, parameters: unknown[]) => Promise<Row[]>;

/** Plain statements in a transaction, for work in which building each would cost more than running it. */
export function statementRunner(transaction: Transaction<Database>): RunStatement {
  return async <Row>(sql: string, parameters: unknown[]) =>
    (await transaction.executeQuery<Row>(CompiledQuery.raw(sql, parameters))).rows;
}
