import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { DialectName } from '../database/open-database.js';
import type { Database } from '../database/schema.js';

/** Packets as JSON lines: they are written and sent on as text, and parsed only by who needs to look inside. */
export interface StoredPackets {
  firstSeq: number;
  lastSeq: number;
  /** One packet per line, without a line end after the last. */
  lines: string;
}

/**
 * Packets of turns as they were sent, for clients that come back (FLOW-8).
 *
 * ```ts
 * import { openDatabase, PacketRepository } from '@ibid/store';
 *
 * const { db, close } = await openDatabase({ folder: ':memory:' });
 * console.log(await new PacketRepository(db).after('turn-1', 0)); // []
 * await close();
 * ```
 */
export class PacketRepository {
  readonly #db: Kysely<Database>;
  readonly #dialect: DialectName;
  readonly #inserts = new Map<number, string>();

  constructor(db: Kysely<Database>, dialect: DialectName = 'sqlite') {
    this.#db = db;
    this.#dialect = dialect;
  }

  /**
   * Batches of any number of turns, in one statement: all of them are stored, or none is. The same batch again changes
   * nothing: a connection that breaks leaves open whether it was stored.
   */
  async append(
    batches: readonly (StoredPackets & { turnId: string })[],
    db: Kysely<Database> = this.#db,
  ): Promise<void> {
    if (batches.length === 0) return;
    const values = batches.flatMap((batch) => [batch.turnId, batch.firstSeq, batch.lastSeq, batch.lines]);
    // Fifty times a second while turns run: the statement is put together once per number of rows.
    await db.executeQuery(CompiledQuery.raw(this.#insert(batches.length), values));
  }

  #insert(rows: number): string {
    const known = this.#inserts.get(rows);
    if (known) return known;
    const row = (index: number): string =>
      this.#dialect === 'sqlite'
        ? '(?, ?, ?, ?)'
        : `($${index * 4 + 1}, $${index * 4 + 2}, $${index * 4 + 3}, $${index * 4 + 4})`;
    const places = Array.from({ length: rows }, (_, index) => row(index)).join(', ');
    const statement = `insert into turn_packets (turn_id, first_seq, last_seq, packets) values ${places}
      on conflict do nothing`;
    this.#inserts.set(rows, statement);
    return statement;
  }

  /** Batches that hold anything after this cursor; the first may begin before it. */
  async after(turnId: string, seq: number, limit = 200): Promise<StoredPackets[]> {
    const rows = await this.#db
      .selectFrom('turn_packets')
      .select(['first_seq', 'last_seq', 'packets'])
      .where('turn_id', '=', turnId)
      .where('last_seq', '>', seq)
      .orderBy('first_seq')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ firstSeq: row.first_seq, lastSeq: row.last_seq, lines: row.packets }));
  }

  /** Of turns that ended before this time: their messages hold everything by then. */
  async deleteFinishedBefore(time: string): Promise<void> {
    const old = this.#db.selectFrom('turns').select('id').where('finished_at', '<', time);
    await this.#db.deleteFrom('turn_packets').where('turn_id', 'in', old).execute();
  }
}
