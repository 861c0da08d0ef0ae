import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** Packets as JSON lines: they are written and sent on as text, and parsed only by who needs to look inside. */
export interface StoredPackets {
  firstSeq: number;
  lastSeq: number;
  /** One packet per line, without a line end after the last. */
  lines: string;
}

export class PacketRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Batches of any number of turns, in one transaction. */
  async append(batches: readonly (StoredPackets & { turnId: string })[]): Promise<void> {
    if (batches.length === 0) return;
    await this.#db
      .insertInto('turn_packets')
      .values(
        batches.map((batch) => ({
          turn_id: batch.turnId,
          first_seq: batch.firstSeq,
          last_seq: batch.lastSeq,
          packets: batch.lines,
        })),
      )
      .execute();
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
