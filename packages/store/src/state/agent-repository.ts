import type { JsonValue } from '@ibid/core';
import type { Kysely, Selectable } from 'kysely';
import { fromJson, toJson } from '../database/json-text.js';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';
import { PRIVATE, sharingColumns, toSharing, visibleTo } from './sharing.js';
import type { Sharing, StateViewer } from './sharing.js';

/** A named configuration: prompt, tools, knowledge bases, reminder, model. */
export interface Agent {
  id: string;
  ownerId: string;
  name: string;
  description: string;
  prompt: string;
  replaceSystemPrompt: boolean;
  /** Null: every tool. */
  tools: string[] | null;
  /** Null: every knowledge base that the user may see. */
  knowledgeBaseIds: string[] | null;
  reminder: string | null;
  modelId: string | null;
  /** Settings of individual tools, e.g. agentic retrieval. */
  options: Record<string, JsonValue>;
  sharing: Sharing;
  createdAt: string;
  updatedAt: string;
}

/** The editable fields of an agent. */
export type AgentFields = Omit<Agent, 'id' | 'ownerId' | 'createdAt' | 'updatedAt'>;

/** An agent that changes nothing. */
export const EMPTY_AGENT: Omit<AgentFields, 'name'> = {
  description: '',
  prompt: '',
  replaceSystemPrompt: false,
  tools: null,
  knowledgeBaseIds: null,
  reminder: null,
  modelId: null,
  options: {},
  sharing: PRIVATE,
};

export class AgentRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async create(ownerId: string, fields: AgentFields): Promise<Agent> {
    const now = new Date().toISOString();
    const row = { id: newId(), owner_id: ownerId, ...toColumns(fields), created_at: now, updated_at: now };
    await this.#db.insertInto('agents').values(row).execute();
    return toAgent(row);
  }

  async get(viewer: StateViewer, id: string): Promise<Agent | null> {
    const row = await this.#db
      .selectFrom('agents')
      .selectAll()
      .where('id', '=', id)
      .where(visibleTo(viewer))
      .executeTakeFirst();
    return row ? toAgent(row) : null;
  }

  async list(viewer: StateViewer): Promise<Agent[]> {
    const rows = await this.#db
      .selectFrom('agents')
      .selectAll()
      .where(visibleTo(viewer))
      .orderBy('name')
      .execute();
    return rows.map(toAgent);
  }

  async update(id: string, fields: AgentFields): Promise<void> {
    await this.#db
      .updateTable('agents')
      .set({ ...toColumns(fields), updated_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
  }

  async delete(id: string): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('conversations')
        .set({ agent_id: null })
        .where('agent_id', '=', id)
        .execute();
      await transaction.deleteFrom('agents').where('id', '=', id).execute();
    });
  }
}

function toColumns(fields: AgentFields) {
  return {
    name: fields.name,
    description: fields.description,
    prompt: fields.prompt,
    replace_system_prompt: fields.replaceSystemPrompt ? 1 : 0,
    tools: fields.tools === null ? null : toJson(fields.tools),
    knowledge_base_ids: fields.knowledgeBaseIds === null ? null : toJson(fields.knowledgeBaseIds),
    reminder: fields.reminder,
    model_id: fields.modelId,
    options: toJson(fields.options),
    ...sharingColumns(fields.sharing),
  };
}

function toAgent(row: Selectable<Database['agents']>): Agent {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    description: row.description,
    prompt: row.prompt,
    replaceSystemPrompt: row.replace_system_prompt === 1,
    tools: row.tools === null ? null : fromJson(row.tools),
    knowledgeBaseIds: row.knowledge_base_ids === null ? null : fromJson(row.knowledge_base_ids),
    reminder: row.reminder,
    modelId: row.model_id,
    options: fromJson(row.options),
    sharing: toSharing(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
