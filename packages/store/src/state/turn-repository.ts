import type { ContextReport, JsonValue, TokenUsage, TurnStatus } from '@ibid/core/internal';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { insertRows, readRows, updateRows } from '../database/row-statements.js';
import { fromJson, toJson } from '../database/json-text.js';
import type { Database } from '../database/schema.js';
import type { AssistantContent } from './message-content.js';
import { toRow } from './message-repository.js';
import type { MessageRow } from './message-repository.js';
import { IbidError } from '@ibid/core';

/** The original request, stored for retries. */
export interface AskedTurn {
  agentId: string | null;
  modelId: string;
  /** Absent in rows of the first versions. */
  scope?: string[];
  /** Overrides the settings; absent: as set. */
  review?: { repair?: boolean; against?: boolean };
}

/** A turn as stored. */
export interface TurnRow {
  id: string;
  conversationId: string;
  userId: string;
  userMessageId: string;
  assistantMessageId: string;
  status: TurnStatus;
  modelId: string;
  agentId: string | null;
  request: AskedTurn;
  error: { code: string; message: string; retryable: boolean } | null;
  contextReports: ContextReport[];
  trajectory: JsonValue | null;
  usage: TokenUsage;
  costUsd: number | null;
  serverId: string;
  createdAt: string;
  finishedAt: string | null;
}

/** What is written when a turn ends, all or nothing. */
export interface FinishedTurn {
  turnId: string;
  /**
   * The server that runs it. A server that was presumed dead and returns finds another one here and changes nothing.
   */
  serverId: string;
  conversationId: string;
  assistantMessageId: string;
  status: Exclude<TurnStatus, 'running'>;
  text: string;
  /** A function creates it inside the transaction, from what it stores there. */
  content: AssistantContent | ((transaction: Transaction<Database>) => Promise<AssistantContent>);
  error: TurnRow['error'];
  contextReports: ContextReport[];
  trajectory: JsonValue | null;
  usage: TokenUsage;
  costUsd: number | null;
}

/** Turns: which server runs them, how they ended, and requests to stop them (FLOW-7). */
export class TurnRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Stores the messages and the turn together. Returns false and stores nothing if a turn of the conversation is
   * already running.
   */
  async start(options: {
    turn: Pick<
      TurnRow,
      | 'id'
      | 'conversationId'
      | 'userId'
      | 'userMessageId'
      | 'assistantMessageId'
      | 'modelId'
      | 'agentId'
      | 'request'
      | 'serverId'
      | 'createdAt'
    >;
    messages: readonly MessageRow[];
    /** Runs inside the same transaction, e.g. to store the answer for an idempotency key. */
    also?: (transaction: Transaction<Database>) => Promise<void>;
  }): Promise<boolean> {
    const { turn } = options;
    return this.#db.transaction().execute(async (transaction) => {
      const started = await insertRows(transaction, 'turns', [newTurnRow(turn)], { onConflict: 'nothing' });
      if (started === 0) return false;
      await insertRows(transaction, 'messages', options.messages.map(toRow));
      await updateRows(transaction, 'conversations', {
        set: { leaf_id: turn.assistantMessageId, updated_at: turn.createdAt },
        where: { id: turn.conversationId },
      });
      await options.also?.(transaction);
      return true;
    });
  }

  /**
   * `also` stores further results of the turn in the same transaction. Throws `TurnTaken` if another server has taken
   * it over.
   */
  async finish(
    turn: FinishedTurn,
    also?: (transaction: Transaction<Database>) => Promise<void>,
  ): Promise<void> {
    const now = new Date().toISOString();
    await this.#db.transaction().execute(async (transaction) => {
      const mine = await updateRows(transaction, 'turns', {
        set: {
          status: turn.status,
          error_code: turn.error?.code ?? null,
          error_message: turn.error?.message ?? null,
          retryable: turn.error?.retryable ? 1 : 0,
          context_reports: toJson(turn.contextReports),
          trajectory: turn.trajectory === null ? null : toJson(turn.trajectory),
          input_tokens: turn.usage.inputTokens,
          output_tokens: turn.usage.outputTokens,
          cached_input_tokens: turn.usage.cachedInputTokens ?? 0,
          cost_usd: turn.costUsd,
          finished_at: now,
        },
        where: { id: turn.turnId, server_id: turn.serverId },
      });
      if (mine === 0) throw new TurnTaken(turn.turnId);
      const content = typeof turn.content === 'function' ? await turn.content(transaction) : turn.content;
      await updateRows(transaction, 'messages', {
        set: { text: turn.text, content: toJson(content), status: turn.status },
        where: { id: turn.assistantMessageId },
      });
      await updateRows(transaction, 'conversations', {
        set: { updated_at: now },
        where: { id: turn.conversationId },
      });
      await also?.(transaction);
    });
  }

  async get(id: string): Promise<TurnRow | null> {
    const row = await this.#db.selectFrom('turns').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? toTurn(row) : null;
  }

  /** The requests of these turns. */
  async requests(ids: readonly string[]): Promise<Map<string, AskedTurn>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('turns')
      .select(['id', 'request'])
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map((row) => [row.id, fromJson(row.request)]));
  }

  async running(conversationId: string): Promise<TurnRow | null> {
    const row = await this.#db
      .selectFrom('turns')
      .selectAll()
      .where('conversation_id', '=', conversationId)
      .where('status', '=', 'running')
      .executeTakeFirst();
    return row ? toTurn(row) : null;
  }

  /** Running turns of dead processes. */
  async orphans(livingServerIds: readonly string[]): Promise<TurnRow[]> {
    const rows = await this.#db
      .selectFrom('turns')
      .selectAll()
      .where('status', '=', 'running')
      .where('server_id', 'not in', livingServerIds.length > 0 ? livingServerIds : [''])
      .execute();
    return rows.map(toTurn);
  }

  /** The given turns that another process has taken over. */
  async takenFrom(serverId: string, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const rows = await this.#db
      .selectFrom('turns')
      .select('id')
      .where('id', 'in', ids)
      .where('server_id', '!=', serverId)
      .execute();
    return rows.map((row) => row.id);
  }

  /** Signals the process that runs the turn, after another one was asked to stop it. */
  async requestStop(id: string): Promise<void> {
    await this.#db.updateTable('turns').set({ stop_requested: 1 }).where('id', '=', id).execute();
  }

  async stopRequests(serverId: string): Promise<string[]> {
    const rows = await readRows<{ id: string }>(
      this.#db,
      "select id from turns where status = 'running' and server_id = ? and stop_requested = 1",
      [serverId],
    );
    return rows.map((row) => row.id);
  }
}

function newTurnRow(turn: Parameters<TurnRepository['start']>[0]['turn']): Database['turns'] {
  return {
    id: turn.id,
    conversation_id: turn.conversationId,
    user_id: turn.userId,
    user_message_id: turn.userMessageId,
    assistant_message_id: turn.assistantMessageId,
    status: 'running',
    model_id: turn.modelId,
    agent_id: turn.agentId,
    request: toJson(turn.request),
    error_code: null,
    error_message: null,
    retryable: 0,
    context_reports: toJson([]),
    trajectory: null,
    input_tokens: 0,
    output_tokens: 0,
    cached_input_tokens: 0,
    cost_usd: null,
    stop_requested: 0,
    server_id: turn.serverId,
    created_at: turn.createdAt,
    finished_at: null,
  };
}

function toTurn(row: Selectable<Database['turns']>): TurnRow {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    userId: row.user_id,
    userMessageId: row.user_message_id,
    assistantMessageId: row.assistant_message_id,
    status: row.status,
    modelId: row.model_id,
    agentId: row.agent_id,
    request: fromJson(row.request),
    error:
      row.error_code === null
        ? null
        : { code: row.error_code, message: row.error_message ?? '', retryable: row.retryable === 1 },
    contextReports: fromJson(row.context_reports),
    trajectory: row.trajectory === null ? null : fromJson(row.trajectory),
    usage: {
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      cachedInputTokens: row.cached_input_tokens,
    },
    costUsd: row.cost_usd,
    serverId: row.server_id,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

/**
 * Another server holds the turn: this one was unresponsive for so long that it was presumed dead. Nothing was changed.
 */
export class TurnTaken extends IbidError {
  readonly code = 'turn_taken';
  readonly turnId: string;

  constructor(turnId: string) {
    super(`Turn ${turnId} was brought to its end by another server. What it stored is kept.`);
    this.turnId = turnId;
  }
}
