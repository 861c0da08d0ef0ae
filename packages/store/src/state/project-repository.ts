import type { Kysely, Selectable } from 'kysely';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';
import { PRIVATE, sharingColumns, toSharing, visibleTo } from './sharing.js';
import type { Sharing, StateViewer } from './sharing.js';

/** Files and instructions shared by several conversations. */
export interface Project {
  id: string;
  ownerId: string;
  name: string;
  description: string;
  instructions: string;
  /** CTX-6: its files are always indexed, as a knowledge base of the project. */
  knowledgeBaseId: string | null;
  sharing: Sharing;
  createdAt: string;
  updatedAt: string;
}

export class ProjectRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async create(
    project: Pick<Project, 'ownerId' | 'name' | 'description' | 'instructions'> & { sharing?: Sharing },
  ): Promise<Project> {
    const now = new Date().toISOString();
    const row = {
      id: newId(),
      owner_id: project.ownerId,
      name: project.name,
      description: project.description,
      instructions: project.instructions,
      knowledge_base_id: null,
      ...sharingColumns(project.sharing ?? PRIVATE),
      created_at: now,
      updated_at: now,
    };
    await this.#db.insertInto('projects').values(row).execute();
    return toProject(row);
  }

  async get(viewer: StateViewer, id: string): Promise<Project | null> {
    const row = await this.#db
      .selectFrom('projects')
      .selectAll()
      .where('id', '=', id)
      .where(visibleTo(viewer))
      .executeTakeFirst();
    return row ? toProject(row) : null;
  }

  async list(viewer: StateViewer): Promise<Project[]> {
    const rows = await this.#db
      .selectFrom('projects')
      .selectAll()
      .where(visibleTo(viewer))
      .orderBy('updated_at', 'desc')
      .execute();
    return rows.map(toProject);
  }

  async update(
    id: string,
    change: Partial<Pick<Project, 'name' | 'description' | 'instructions' | 'knowledgeBaseId' | 'sharing'>>,
  ): Promise<void> {
    await this.#db
      .updateTable('projects')
      .set({
        ...(change.name === undefined ? {} : { name: change.name }),
        ...(change.description === undefined ? {} : { description: change.description }),
        ...(change.instructions === undefined ? {} : { instructions: change.instructions }),
        ...(change.knowledgeBaseId === undefined ? {} : { knowledge_base_id: change.knowledgeBaseId }),
        ...(change.sharing === undefined ? {} : sharingColumns(change.sharing)),
        updated_at: new Date().toISOString(),
      })
      .where('id', '=', id)
      .execute();
  }

  async delete(id: string): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('project_files').where('project_id', '=', id).execute();
      await transaction
        .updateTable('conversations')
        .set({ project_id: null })
        .where('project_id', '=', id)
        .execute();
      await transaction.deleteFrom('projects').where('id', '=', id).execute();
    });
  }

  async addFile(projectId: string, fileId: string): Promise<void> {
    await this.#db
      .insertInto('project_files')
      .values({ project_id: projectId, file_id: fileId, item_id: null, added_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.columns(['project_id', 'file_id']).doNothing())
      .execute();
  }

  async setItem(projectId: string, fileId: string, itemId: string): Promise<void> {
    await this.#db
      .updateTable('project_files')
      .set({ item_id: itemId })
      .where('project_id', '=', projectId)
      .where('file_id', '=', fileId)
      .execute();
  }

  async removeFile(projectId: string, fileId: string): Promise<boolean> {
    const result = await this.#db
      .deleteFrom('project_files')
      .where('project_id', '=', projectId)
      .where('file_id', '=', fileId)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  }

  /** In the order they were added. */
  async files(projectId: string): Promise<{ fileId: string; itemId: string | null }[]> {
    const rows = await this.#db
      .selectFrom('project_files')
      .select(['file_id', 'item_id'])
      .where('project_id', '=', projectId)
      .orderBy('added_at')
      .orderBy('file_id')
      .execute();
    return rows.map((row) => ({ fileId: row.file_id, itemId: row.item_id }));
  }

  /** Whether a file belongs to a project that this viewer may see, which makes the file visible too. */
  async sharesFile(viewer: StateViewer, fileId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('projects')
      .innerJoin('project_files', 'project_files.project_id', 'projects.id')
      .select('projects.id')
      .where('project_files.file_id', '=', fileId)
      .where(visibleTo(viewer))
      .executeTakeFirst();
    return row !== undefined;
  }
}

function toProject(row: Selectable<Database['projects']>): Project {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    description: row.description,
    instructions: row.instructions,
    knowledgeBaseId: row.knowledge_base_id,
    sharing: toSharing(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
