import type { TokenUsage } from '@ibid/core/internal';
import { sql, type Kysely } from 'kysely';
import { newId } from '../database/new-id.js';
import { insertRows } from '../database/row-statements.js';
import type { Database } from '../database/schema.js';

/** MOD-3: tokens and cost of one inference, and what it was for. */
export interface UsageEntry {
  userId: string;
  conversationId: string | null;
  turnId: string | null;
  purpose: string;
  step: number | null;
  modelId: string;
  usage: TokenUsage;
  /** Null if the model's price is unknown. */
  costUsd: number | null;
}

/** Usage of one user, conversation, model, purpose or day. */
export interface UsageTotal {
  key: string;
  entries: number;
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens: number;
  reasoningTokens: number;
  costUsd: number;
  /** Tokens of models whose price was not known. */
  unpricedTokens: number;
}

/** The dimensions by which usage can be grouped. */
export type UsageGrouping = 'user' | 'conversation' | 'model' | 'purpose' | 'day';

const GROUP_COLUMNS = {
  user: 'user_id',
  conversation: 'conversation_id',
  model: 'model_id',
  purpose: 'purpose',
} as const;

/** MOD-3. */
export class UsageRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async add(entries: readonly UsageEntry[], db: Kysely<Database> = this.#db): Promise<void> {
    if (entries.length === 0) return;
    const now = new Date().toISOString();
    await insertRows(
      db,
      'usage',
      entries.map((entry) => ({
        id: newId(),
        user_id: entry.userId,
        conversation_id: entry.conversationId,
        turn_id: entry.turnId,
        purpose: entry.purpose,
        step: entry.step,
        model_id: entry.modelId,
        input_tokens: entry.usage.inputTokens,
        output_tokens: entry.usage.outputTokens,
        cached_input_tokens: entry.usage.cachedInputTokens ?? 0,
        reasoning_tokens: entry.usage.reasoningTokens ?? 0,
        cost_usd: entry.costUsd,
        created_at: now,
      })),
    );
  }

  async totals(options: {
    groupBy: UsageGrouping;
    userId?: string;
    conversationId?: string;
    from?: string;
    to?: string;
  }): Promise<UsageTotal[]> {
    let query = this.#db.selectFrom('usage');
    if (options.userId) query = query.where('user_id', '=', options.userId);
    if (options.conversationId) query = query.where('conversation_id', '=', options.conversationId);
    if (options.from) query = query.where('created_at', '>=', options.from);
    if (options.to) query = query.where('created_at', '<', options.to);
    const rows = await query
      .select((build) => {
        const key =
          options.groupBy === 'day'
            ? build.fn<string>('substr', ['created_at', build.lit(1), build.lit(10)])
            : build.ref(GROUP_COLUMNS[options.groupBy]);
        return [
          key.as('key'),
          build.fn.countAll<number>().as('entries'),
          build.fn.sum<number>('input_tokens').as('inputTokens'),
          build.fn.sum<number>('output_tokens').as('outputTokens'),
          build.fn.sum<number>('cached_input_tokens').as('cachedInputTokens'),
          build.fn.sum<number>('reasoning_tokens').as('reasoningTokens'),
          build.fn.sum<number | null>('cost_usd').as('costUsd'),
          build.fn
            .sum<number | null>(
              build
                .case()
                .when('cost_usd', 'is', null)
                .then(sql<number>`input_tokens + output_tokens`)
                .else(0)
                .end(),
            )
            .as('unpricedTokens'),
        ];
      })
      .groupBy('key')
      .orderBy('key')
      .execute();
    return rows.map((row) => ({
      ...row,
      key: row.key ?? '',
      costUsd: row.costUsd ?? 0,
      unpricedTokens: Number(row.unpricedTokens ?? 0),
    }));
  }
}
