import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { Database } from '../database/schema.js';

/**
 * Tokens and money.
 */
export interface Spending {
  tokens: number;
  costUsd: number;
}

/** Limits per day and month; null: unlimited. */
export type SpendingLimits = Record<'day' | 'month', { [Key in keyof Spending]: number | null }>;

/** The limit that was hit. */
export interface SpendingRefusal {
  span: 'day' | 'month';
  what: keyof Spending;
  used: number;
  limit: number;
  /** When the day or month ends. */
  resetsAt: string;
}

const SPANS = ['day', 'month'] as const;

/** The UTC day and month of a moment, and when they end. */
export function spendingPeriods(
  at: Date,
): Record<'day' | 'month', { key: string; from: string; to: string }> {
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const period = (from: Date, to: Date, length: number) => ({
    key: from.toISOString().slice(0, length),
    from: from.toISOString(),
    to: to.toISOString(),
  });
  return {
    day: period(new Date(Date.UTC(year, month, date)), new Date(Date.UTC(year, month, date + 1)), 10),
    month: period(new Date(Date.UTC(year, month)), new Date(Date.UTC(year, month + 1)), 7),
  };
}

/**
 * ORG-5: spending per user, reserved in advance: a call takes what it may need and returns the rest. One statement
 * checks and takes, so simultaneous calls on any server cannot take the same amount twice.
 */
export class SpendingRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Takes all or nothing. Null: taken. */
  async take(
    options: Spending & { userId: string; at: Date; limits: SpendingLimits },
  ): Promise<SpendingRefusal | null> {
    const { userId, at, limits, tokens, costUsd } = options;
    const periods = spendingPeriods(at);
    await this.#begin(userId, at);
    const refused = new Error('refused');
    let refusal: SpendingRefusal | null = null;
    try {
      await this.#db.transaction().execute(async (transaction) => {
        for (const span of SPANS) {
          const limit = limits[span];
          let query = transaction
            .updateTable('spending')
            .set((build) => ({
              tokens: build('tokens', '+', tokens),
              cost_usd: build('cost_usd', '+', costUsd),
            }))
            .where('user_id', '=', userId)
            .where('period', '=', periods[span].key);
          if (limit.tokens !== null) query = query.where('tokens', '<=', limit.tokens - tokens);
          if (limit.costUsd !== null) query = query.where('cost_usd', '<=', limit.costUsd - costUsd);
          if ((await query.executeTakeFirstOrThrow()).numUpdatedRows > 0n) continue;
          const used = await this.#row(transaction, userId, periods[span].key);
          const what = limit.tokens !== null && used.tokens + tokens > limit.tokens ? 'tokens' : 'costUsd';
          refusal = { span, what, used: used[what], limit: limit[what] ?? 0, resetsAt: periods[span].to };
          throw refused;
        }
      });
    } catch (error) {
      if (error !== refused) throw error;
    }
    return refusal;
  }

  /** Returns what a call took but did not need; negative if it needed more. */
  async giveBack(options: Spending & { userId: string; at: Date }): Promise<void> {
    const periods = spendingPeriods(options.at);
    await this.#db.transaction().execute(async (transaction) => {
      // In the same order as `take`, which avoids deadlocks in PostgreSQL.
      for (const span of SPANS)
        await transaction
          .updateTable('spending')
          .set((build) => ({
            tokens: build('tokens', '-', options.tokens),
            cost_usd: build('cost_usd', '-', options.costUsd),
          }))
          .where('user_id', '=', options.userId)
          .where('period', '=', periods[span].key)
          .execute();
    });
  }

  /** Includes calls in progress. For users without a limit, who are not counted here, uses the usage records. */
  async used(userId: string, at: Date): Promise<Record<'day' | 'month', Spending>> {
    const periods = spendingPeriods(at);
    const found = await this.#db
      .selectFrom('spending')
      .selectAll()
      .where('user_id', '=', userId)
      .where('period', 'in', [periods.day.key, periods.month.key])
      .execute();
    const of = async (span: 'day' | 'month'): Promise<Spending> => {
      const row = found.find(({ period }) => period === periods[span].key);
      return row ? toSpending(row) : this.#recorded(userId, periods[span]);
    };
    return { day: await of('day'), month: await of('month') };
  }

  /**
   * Raises the counts to the usage records, for users who had no limit for a while and were not counted. Never lowers a
   * count, because it includes calls in progress. Without an id, for all users.
   */
  async recount(at: Date, userId?: string): Promise<void> {
    const periods = spendingPeriods(at);
    for (const span of SPANS) {
      const { key, from, to } = periods[span];
      const recorded = (sum: RawBuilder<number>) =>
        sql<number>`(select coalesce(sum(${sum}), 0) from "usage" where "usage".user_id = spending.user_id
          and "usage".created_at >= ${from} and "usage".created_at < ${to})`;
      const tokens = recorded(sql`coalesce(input_tokens, 0) + coalesce(output_tokens, 0)`);
      const cost = recorded(sql`"usage".cost_usd`);
      let query = this.#db
        .updateTable('spending')
        .set({
          tokens: sql`case when tokens < ${tokens} then ${tokens} else tokens end`,
          cost_usd: sql`case when cost_usd < ${cost} then ${cost} else cost_usd end`,
        })
        .where('period', '=', key);
      if (userId !== undefined) query = query.where('user_id', '=', userId);
      await query.execute();
    }
  }

  async #begin(userId: string, at: Date): Promise<void> {
    const periods = spendingPeriods(at);
    const keys = SPANS.map((span) => periods[span].key);
    const found = await this.#db
      .selectFrom('spending')
      .select('period')
      .where('user_id', '=', userId)
      .where('period', 'in', keys)
      .execute();
    for (const span of SPANS) {
      if (found.some(({ period }) => period === periods[span].key)) continue;
      const { tokens, costUsd } = await this.#recorded(userId, periods[span]);
      await this.#db
        .insertInto('spending')
        .values({ user_id: userId, period: periods[span].key, tokens, cost_usd: costUsd })
        .onConflict((conflict) => conflict.columns(['user_id', 'period']).doNothing())
        .execute();
    }
  }

  async #recorded(userId: string, period: { from: string; to: string }): Promise<Spending> {
    const sum = await this.#db
      .selectFrom('usage')
      .select((build) => [
        build.fn.sum<number | null>('input_tokens').as('input'),
        build.fn.sum<number | null>('output_tokens').as('output'),
        build.fn.sum<number | null>('cost_usd').as('cost'),
      ])
      .where('user_id', '=', userId)
      .where('created_at', '>=', period.from)
      .where('created_at', '<', period.to)
      .executeTakeFirstOrThrow();
    return {
      tokens: Number(sum.input ?? 0) + Number(sum.output ?? 0),
      costUsd: Number(sum.cost ?? 0),
    };
  }

  async #row(db: Transaction<Database>, userId: string, period: string): Promise<Spending> {
    const row = await db
      .selectFrom('spending')
      .selectAll()
      .where('user_id', '=', userId)
      .where('period', '=', period)
      .executeTakeFirst();
    return row ? toSpending(row) : { tokens: 0, costUsd: 0 };
  }
}

function toSpending(row: { tokens: number; cost_usd: number }): Spending {
  // After a recount, more may be returned than was counted.
  return { tokens: Math.max(0, Number(row.tokens)), costUsd: Math.max(0, Number(row.cost_usd)) };
}
