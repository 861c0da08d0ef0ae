import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { fromJson, toJson } from '../database/json-text.js';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';
import { decodeCursor, toPage } from './cursor.js';
import type { RowPage } from './cursor.js';
import { NOTHING_SAID, NOTHING_SHOWN, toFeedback } from './feedback.js';
import type {
  Feedback,
  FeedbackCounts,
  FeedbackDay,
  FeedbackReach,
  FeedbackSaid,
  FeedbackSnapshot,
} from './feedback.js';
import { visibleTo } from './sharing.js';
import type { StateViewer } from './sharing.js';

/** Feedback on answers. Users who may no longer see a conversation do not see their feedback on it either. */
export class FeedbackRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Changes a user's feedback on an answer; changes are serialised. Null: it became empty and was deleted. */
  async change(
    place: Pick<Feedback, 'userId' | 'conversationId' | 'turnId' | 'messageId'>,
    change: (said: FeedbackSaid) => FeedbackSaid & { snapshot: FeedbackSnapshot; counts: FeedbackCounts },
  ): Promise<Feedback | null> {
    const now = new Date().toISOString();
    const { userId, turnId } = place;
    return this.#db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('feedback')
        .values({
          id: newId(),
          user_id: userId,
          conversation_id: place.conversationId,
          turn_id: turnId,
          message_id: place.messageId,
          ...saidColumns(NOTHING_SAID),
          snapshot: toJson(NOTHING_SHOWN),
          ...countColumns({ supportedRight: 0, supportedWrong: 0, doubtfulRight: 0, doubtfulWrong: 0 }),
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.columns(['user_id', 'turn_id']).doNothing())
        .execute();
      // The update locks the row: a second writer reads what the first has written.
      const row = await transaction
        .updateTable('feedback')
        .set({ updated_at: now })
        .where('user_id', '=', userId)
        .where('turn_id', '=', turnId)
        .returningAll()
        .executeTakeFirstOrThrow();
      const { snapshot, counts, ...said } = change(toFeedback(row));
      if (said.verdict === null && Object.keys(said.marks).length === 0) {
        await transaction.deleteFrom('feedback').where('id', '=', row.id).execute();
        return null;
      }
      const changed = await transaction
        .updateTable('feedback')
        .set({ ...saidColumns(said), snapshot: toJson(snapshot), ...countColumns(counts) })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return toFeedback(changed);
    });
  }

  async ofConversation(userId: string, conversationId: string): Promise<Feedback[]> {
    const rows = await this.#db
      .selectFrom('feedback')
      .selectAll()
      .where('user_id', '=', userId)
      .where('conversation_id', '=', conversationId)
      .orderBy('created_at')
      .execute();
    return rows.map(toFeedback);
  }

  /** The viewer's own feedback. */
  async get(viewer: StateViewer, id: string): Promise<Feedback | null> {
    const row = await this.#seen(viewer).where('id', '=', id).executeTakeFirst();
    return row ? toFeedback(row) : null;
  }

  /** Newest first. */
  async list(options: {
    viewer: StateViewer;
    reach: FeedbackReach;
    limit: number;
    cursor?: string | null | undefined;
  }): Promise<RowPage<Feedback>> {
    const { viewer, limit } = options;
    const all =
      options.reach === 'own'
        ? this.#seen(viewer)
        : this.#db.selectFrom('feedback').selectAll().where('shared', '=', 1);
    let query = all
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1);
    const from = decodeCursor(options.cursor);
    if (from)
      query = query.where((build) =>
        build.or([
          build('created_at', '<', from.time),
          build.and([build('created_at', '=', from.time), build('id', '<', from.id)]),
        ]),
      );
    const page = toPage(await query.execute(), limit, (row) => ({ time: row.created_at, id: row.id }));
    return { rows: page.rows.map(toFeedback), cursor: page.cursor };
  }

  /** Figures only, for one user or all. */
  async days(userId: string | null): Promise<FeedbackDay[]> {
    const { rows } = await sql<Record<string, string | number>>`
      select substr(created_at, 1, 10) as day,
        sum(case when verdict = 'right' then 1 else 0 end) as right_answers,
        sum(case when verdict = 'wrong' then 1 else 0 end) as wrong_answers,
        sum(supported_right) as supported_right, sum(supported_wrong) as supported_wrong,
        sum(doubtful_right) as doubtful_right, sum(doubtful_wrong) as doubtful_wrong
      from feedback ${userId === null ? sql`` : sql`where user_id = ${userId}`}
      group by substr(created_at, 1, 10) order by 1`.execute(this.#db);
    return rows.map((row) => ({
      day: String(row['day']),
      right: Number(row['right_answers']),
      wrong: Number(row['wrong_answers']),
      supportedRight: Number(row['supported_right']),
      supportedWrong: Number(row['supported_wrong']),
      doubtfulRight: Number(row['doubtful_right']),
      doubtfulWrong: Number(row['doubtful_wrong']),
    }));
  }

  /** The number of users who gave feedback. */
  async people(): Promise<number> {
    const row = await this.#db
      .selectFrom('feedback')
      .select((build) => build.fn.count<number>('user_id').distinct().as('count'))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  async delete(userId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('feedback')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async deleteOfUser(userId: string): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('feedback')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** ORG-3: removes deleted content from stored snapshots. */
  async forget(
    conversationId: string,
    without: (snapshot: FeedbackSnapshot) => FeedbackSnapshot,
    transaction: Transaction<Database>,
  ): Promise<void> {
    const rows = await transaction
      .selectFrom('feedback')
      .select(['id', 'snapshot'])
      .where('conversation_id', '=', conversationId)
      .execute();
    for (const { id, snapshot } of rows)
      await transaction
        .updateTable('feedback')
        .set({ snapshot: toJson(without(fromJson(snapshot))) })
        .where('id', '=', id)
        .execute();
  }

  /** The user's feedback on conversations that they may currently see. */
  #seen(viewer: StateViewer) {
    return this.#db
      .selectFrom('feedback')
      .selectAll()
      .where('user_id', '=', viewer.userId)
      .where('conversation_id', 'in', (build) =>
        build.selectFrom('conversations').select('id').where(visibleTo(viewer)),
      );
  }
}

function saidColumns({ verdict, reasons, comment, marks, isShared }: FeedbackSaid) {
  return {
    verdict,
    reasons: toJson(reasons),
    comment,
    marks: toJson(marks),
    shared: isShared ? 1 : 0,
  };
}

function countColumns(counts: FeedbackCounts) {
  return {
    supported_right: counts.supportedRight,
    supported_wrong: counts.supportedWrong,
    doubtful_right: counts.doubtfulRight,
    doubtful_wrong: counts.doubtfulWrong,
  };
}
