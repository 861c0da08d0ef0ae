import type { Kysely } from 'kysely';
import type { DialectName } from '../database/open-database.js';

/**
 * One forward step of the schema. Never edit a released migration; add a new file. `up` runs inside a transaction and
 * sees the tables as they are at that point, hence the untyped database.
 */
export interface Migration {
  /** The file's name: `0001-state`. Migrations run in this order. */
  name: string;
  up(db: Kysely<never>, dialect: DialectName): Promise<void>;
}
