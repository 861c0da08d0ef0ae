import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { DialectName } from '../database/open-database.js';
import type { Database } from '../database/schema.js';

/** Packets as JSON lines. They are stored and forwarded as text, and parsed only where needed. */
export interface StoredPackets {
  firstSeq: number;
  lastSeq: number;
  /** One packet per line, without a trailing newline. */
  lines: string;
}

/** The packets of turns as sent, for reconnecting clients (FLOW-8). */
export class PacketRepository {
  readonly #db: Kysely<Database>;
  readonly #dialect: DialectName;
  readonly #inserts = new Map<number, string>();

  constructor(db: Kysely<Database>, dialect: DialectName = 'sqlite') {
    this.#db = db;
    this.#dialect = dialect;
  }

  /**
   * Stores batches of any number of turns in one statement, all or nothing. Repeating a batch has no effect, because a
   * broken connection leaves unclear whether it was stored. Skips turns that another server holds, since that server
   * has written their end. Returns how many were stored; if fewer than given, the caller has to find out why.
   */
  async append(
    serverId: string,
    batches: readonly (StoredPackets & { turnId: string })[],
    db: Kysely<Database> = this.#db,
  ): Promise<number> {
    if (batches.length === 0) return 0;
    const values = batches.flatMap((batch) => [batch.turnId, batch.firstSeq, batch.lastSeq, batch.lines]);
    // Runs fifty times a second while turns run, so the statement is cached by number of rows.
    const insert = CompiledQuery.raw(this.#insert(batches.length), [...values, serverId]);
    return Number((await db.executeQuery(insert)).numAffectedRows ?? 0);
  }

  #insert(rows: number): string {
    const known = this.#inserts.get(rows);
    if (known) return known;
    const isSqlite = this.#dialect === 'sqlite';
    const row = (index: number): string =>
      isSqlite
        ? '(?, ?, ?, ?)'
        : `($${index * 4 + 1}::text, $${index * 4 + 2}::bigint, $${index * 4 + 3}::bigint, $${index * 4 + 4}::text)`;
    const places = Array.from({ length: rows }, (_, index) => row(index)).join(', ');
    const statement = `with given (turn_id, first_seq, last_seq, packets) as (values ${places})
      insert into turn_packets (turn_id, first_seq, last_seq, packets)
      select given.turn_id, first_seq, last_seq, packets from given
      join turns on turns.id = given.turn_id and turns.server_id = ${isSqlite ? '?' : `$${rows * 4 + 1}`}
      where true on conflict do nothing`;
    this.#inserts.set(rows, statement);
    return statement;
  }

  /** Batches with packets after this cursor; the first may begin before it. */
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

  /** For turns that ended before this time; their messages contain everything by then. */
  async deleteFinishedBefore(time: string): Promise<void> {
    const old = this.#db.selectFrom('turns').select('id').where('finished_at', '<', time);
    await this.#db.deleteFrom('turn_packets').where('turn_id', 'in', old).execute();
  }
}
