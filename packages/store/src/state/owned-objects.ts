import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** How many objects of each kind a user owns. */
export interface OwnedCounts {
  conversations: number;
  projects: number;
  agents: number;
  knowledgeBases: number;
  files: number;
  responses: number;
  feedback: number;
  jobs: number;
}

/** ORG-3: everything that a user owns, for deleting the user. */
export class OwnedObjects {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async count(userId: string): Promise<OwnedCounts> {
    const of = async (table: 'conversations' | 'projects' | 'agents' | 'files' | 'jobs') => {
      const row = await this.#db
        .selectFrom(table)
        .select((build) => build.fn.countAll<number>().as('count'))
        .where('owner_id', '=', userId)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    };
    const by = async (table: 'responses' | 'feedback') => {
      const row = await this.#db
        .selectFrom(table)
        .select((build) => build.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    };
    return {
      conversations: await of('conversations'),
      projects: await of('projects'),
      agents: await of('agents'),
      knowledgeBases: (await this.bases(userId)).filter(({ kind }) => kind === 'standard').length,
      files: await of('files'),
      responses: await by('responses'),
      feedback: await by('feedback'),
      jobs: await of('jobs'),
    };
  }

  /** Includes those of projects and conversations. */
  bases(userId: string): Promise<{ id: string; kind: 'standard' | 'project' | 'conversation' }[]> {
    return this.#db
      .selectFrom('knowledge_bases')
      .innerJoin('access_rules', 'access_rules.row', 'knowledge_bases.access_row')
      .select(['knowledge_bases.id as id', 'knowledge_bases.kind as kind'])
      .where('access_rules.owner_id', '=', userId)
      .execute();
  }

  async files(userId: string): Promise<string[]> {
    const rows = await this.#db.selectFrom('files').select('id').where('owner_id', '=', userId).execute();
    return rows.map((row) => row.id);
  }

  /** Transfers all projects, agents, evidence tables and files, and the conversations that others can see. */
  async handOver(
    from: string,
    to: string,
  ): Promise<Pick<OwnedCounts, 'conversations' | 'projects' | 'agents' | 'files'>> {
    return this.#db.transaction().execute(async (transaction) => {
      const conversations = await transaction
        .updateTable('conversations')
        .set({ owner_id: to })
        .where('owner_id', '=', from)
        .where('visibility', '!=', 'private')
        .executeTakeFirstOrThrow();
      const all = async (table: 'projects' | 'agents' | 'evidence_tables' | 'files') => {
        const { numUpdatedRows } = await transaction
          .updateTable(table)
          .set({ owner_id: to })
          .where('owner_id', '=', from)
          .executeTakeFirstOrThrow();
        return Number(numUpdatedRows);
      };
      await all('evidence_tables');
      return {
        conversations: Number(conversations.numUpdatedRows),
        projects: await all('projects'),
        agents: await all('agents'),
        files: await all('files'),
      };
    });
  }

  async deleteFinishedJobs(userId: string): Promise<void> {
    await this.#db
      .deleteFrom('jobs')
      .where('owner_id', '=', userId)
      .where('state', 'in', ['complete', 'failed', 'cancelled', 'interrupted'])
      .execute();
  }

  /** Counts lines that name this user as actor or target. */
  async auditLines(userId: string): Promise<number> {
    const row = await this.#db
      .selectFrom('audit_events')
      .select((build) => build.fn.countAll<number>().as('count'))
      .where((build) => build.or([build('actor_id', '=', userId), build('target_id', '=', userId)]))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }
}
