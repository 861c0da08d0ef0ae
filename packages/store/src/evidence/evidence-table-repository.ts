import type { EvidenceColumn } from '@ibid/retrieval/internal';
import type { Kysely, Selectable } from 'kysely';
import { fromJson, toJson } from '../database/json-text.js';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';
import { sharingColumns, toSharing, visibleTo } from '../state/sharing.js';
import type { Sharing, StateViewer } from '../state/sharing.js';

/** An evidence table without its rows. */
export interface EvidenceTable {
  id: string;
  ownerId: string;
  name: string;
  /** Null: the default answering model. */
  modelId: string | null;
  /** The last run. */
  jobId: string | null;
  sharing: Sharing;
  columns: StoredEvidenceColumn[];
  createdAt: string;
  updatedAt: string;
}

/** A new column: a question with a name. */
export type NewEvidenceColumn = EvidenceColumn & { name: string };

/** A column as stored. */
export interface StoredEvidenceColumn {
  id: string;
  name: string;
  question: string;
  kind: EvidenceColumn['kind'];
  unit: string | null;
  choices: string[];
}

/** Rows per statement. */
const ROWS_AT_ONCE = 500;

/** ANS-1: evidence tables, their columns and the documents of their rows. */
export class EvidenceTableRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async create(options: {
    ownerId: string;
    name: string;
    modelId: string | null;
    sharing: Sharing;
    columns: readonly NewEvidenceColumn[];
  }): Promise<string> {
    const id = newId();
    const now = new Date().toISOString();
    await this.#db
      .insertInto('evidence_tables')
      .values({
        id,
        owner_id: options.ownerId,
        name: options.name,
        model_id: options.modelId,
        job_id: null,
        ...sharingColumns(options.sharing),
        created_at: now,
        updated_at: now,
      })
      .execute();
    for (const column of options.columns) await this.addColumn(id, column);
    return id;
  }

  /** Most recently changed first. */
  async list(viewer: StateViewer): Promise<EvidenceTable[]> {
    const rows = await this.#db
      .selectFrom('evidence_tables')
      .selectAll()
      .where(visibleTo(viewer))
      .orderBy('updated_at', 'desc')
      .execute();
    return Promise.all(rows.map((row) => this.#withColumns(row)));
  }

  async get(viewer: StateViewer, id: string): Promise<EvidenceTable | null> {
    const row = await this.#db
      .selectFrom('evidence_tables')
      .selectAll()
      .where('id', '=', id)
      .where(visibleTo(viewer))
      .executeTakeFirst();
    return row ? this.#withColumns(row) : null;
  }

  async update(
    id: string,
    change: { name?: string; modelId?: string | null; sharing?: Sharing; jobId?: string },
  ): Promise<void> {
    await this.#db
      .updateTable('evidence_tables')
      .set({
        ...(change.name === undefined ? {} : { name: change.name }),
        ...(change.modelId === undefined ? {} : { model_id: change.modelId }),
        ...(change.sharing === undefined ? {} : sharingColumns(change.sharing)),
        ...(change.jobId === undefined ? {} : { job_id: change.jobId }),
        updated_at: new Date().toISOString(),
      })
      .where('id', '=', id)
      .execute();
  }

  async delete(id: string): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      for (const table of ['evidence_cells', 'evidence_edits', 'evidence_rows', 'evidence_columns'] as const)
        await transaction.deleteFrom(table).where('table_id', '=', id).execute();
      await transaction.deleteFrom('evidence_tables').where('id', '=', id).execute();
    });
  }

  async addColumn(tableId: string, column: NewEvidenceColumn): Promise<string> {
    const id = newId();
    const last = await this.#db
      .selectFrom('evidence_columns')
      .select((expression) => expression.fn.max('position').as('position'))
      .where('table_id', '=', tableId)
      .executeTakeFirst();
    await this.#db
      .insertInto('evidence_columns')
      .values({
        id,
        table_id: tableId,
        position: Number(last?.position ?? -1) + 1,
        name: column.name,
        question: column.question,
        kind: column.kind,
        unit: column.unit ?? null,
        choices: toJson([...(column.choices ?? [])]),
        created_at: new Date().toISOString(),
      })
      .execute();
    await this.update(tableId, {});
    return id;
  }

  async removeColumn(tableId: string, columnId: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('evidence_columns')
      .where('table_id', '=', tableId)
      .where('id', '=', columnId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return false;
    for (const table of ['evidence_cells', 'evidence_edits'] as const)
      await this.#db.deleteFrom(table).where('column_id', '=', columnId).execute();
    return true;
  }

  /** Appends documents in this order; existing ones keep their place. Returns how many are new. */
  async addRows(tableId: string, itemIds: readonly string[]): Promise<number> {
    const last = await this.#db
      .selectFrom('evidence_rows')
      .select((expression) => expression.fn.max('position').as('position'))
      .where('table_id', '=', tableId)
      .executeTakeFirst();
    let position = Number(last?.position ?? -1) + 1;
    let added = 0;
    const unique = [...new Set(itemIds)];
    for (let from = 0; from < unique.length; from += ROWS_AT_ONCE) {
      const values = unique.slice(from, from + ROWS_AT_ONCE).map((itemId) => ({
        id: newId(),
        table_id: tableId,
        position: position++,
        item_id: itemId,
      }));
      const { numInsertedOrUpdatedRows: made } = await this.#db
        .insertInto('evidence_rows')
        .values(values)
        .onConflict((conflict) => conflict.columns(['table_id', 'item_id']).doNothing())
        .executeTakeFirstOrThrow();
      added += Number(made ?? 0n);
    }
    await this.update(tableId, {});
    return added;
  }

  async removeRow(tableId: string, rowId: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('evidence_rows')
      .where('table_id', '=', tableId)
      .where('id', '=', rowId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return false;
    for (const table of ['evidence_cells', 'evidence_edits'] as const)
      await this.#db.deleteFrom(table).where('row_id', '=', rowId).execute();
    return true;
  }

  async itemOf(tableId: string, rowId: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom('evidence_rows')
      .select('item_id')
      .where('table_id', '=', tableId)
      .where('id', '=', rowId)
      .executeTakeFirst();
    return row?.item_id ?? null;
  }

  async countRows(tableId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('evidence_rows')
      .select((expression) => expression.fn.countAll().as('count'))
      .where('table_id', '=', tableId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async #withColumns(row: Selectable<Database['evidence_tables']>): Promise<EvidenceTable> {
    const columns = await this.#db
      .selectFrom('evidence_columns')
      .selectAll()
      .where('table_id', '=', row.id)
      .orderBy('position')
      .orderBy('id')
      .execute();
    return {
      id: row.id,
      ownerId: row.owner_id,
      name: row.name,
      modelId: row.model_id,
      jobId: row.job_id,
      sharing: toSharing(row),
      columns: columns.map((column) => ({
        id: column.id,
        name: column.name,
        question: column.question,
        kind: column.kind,
        unit: column.unit,
        choices: fromJson(column.choices),
      })),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  }
}
