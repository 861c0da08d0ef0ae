import type { ParseFailure, ReadingAttempts, Refusal } from '@ibid/retrieval/internal';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** A file that crashed its reader this often is no longer read. */
const MOST_FAILURES = 2;
/** Nor is a file that was being read this often when the server died: by then it is the likely cause. */
const MOST_ENDS = 3;

/** Remembers across restarts which contents crashed their readers or were being read when the server died. */
export class ReadingAttemptRepository implements ReadingAttempts {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async refusalOf(contentHash: string): Promise<Refusal | null> {
    const row = await this.#db
      .selectFrom('reading_attempts')
      .selectAll()
      .where('content_hash', '=', contentHash)
      .executeTakeFirst();
    if (!row) return null;
    if (row.failures >= MOST_FAILURES) {
      const code = (row.code ?? 'unreadable') as ParseFailure;
      return { code, message: `${row.reason ?? ''} It did so twice. ${ASK_AGAIN}`.trim() };
    }
    if (row.begun < MOST_ENDS) return null;
    return {
      code: 'unreadable',
      message: `The server stopped ${row.begun} times while it was being read. ${ASK_AGAIN}`,
    };
  }

  begin(contentHash: string): Promise<void> {
    return this.#count(contentHash, { begun: 1, failures: 0 });
  }

  async settle(contentHash: string): Promise<void> {
    await this.#db.deleteFrom('reading_attempts').where('content_hash', '=', contentHash).execute();
  }

  async fail(contentHash: string, { code, message }: Refusal): Promise<void> {
    await this.#count(contentHash, { begun: 0, failures: 1 });
    await this.#db
      .updateTable('reading_attempts')
      .set({ code, reason: message, begun: 0 })
      .where('content_hash', '=', contentHash)
      .execute();
  }

  async forgive(contentHash: string, askedAt: string): Promise<void> {
    await this.#db
      .updateTable('reading_attempts')
      .set({ failures: MOST_FAILURES - 1, begun: MOST_ENDS - 1, updated_at: new Date().toISOString() })
      .where('content_hash', '=', contentHash)
      .where('updated_at', '<', askedAt)
      .execute();
  }

  async #count(contentHash: string, more: { begun: number; failures: number }): Promise<void> {
    const updated_at = new Date().toISOString();
    await this.#db
      .insertInto('reading_attempts')
      .values({ content_hash: contentHash, ...more, code: null, reason: null, updated_at })
      .onConflict((conflict) =>
        conflict.column('content_hash').doUpdateSet({
          begun: sql<number>`reading_attempts.begun + ${more.begun}`,
          failures: sql<number>`reading_attempts.failures + ${more.failures}`,
          updated_at,
        }),
      )
      .execute();
  }
}

const ASK_AGAIN = 'It is read again only when you ask for it with “Try again”.';
