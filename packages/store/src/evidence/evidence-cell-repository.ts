import type { Viewer } from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DialectName, OpenDatabase } from '../database/open-database.js';
import type { Database } from '../database/schema.js';
import { itemScope } from '../knowledge/item-scope.js';
import { condition, isDone, order, shownVerdict, sortJoin } from './evidence-row-query.js';
import { toCell } from './stored-evidence.js';
import type {
  CellRow,
  EvidenceRowFilter,
  PendingEvidenceRow,
  StoredEvidenceCell,
  StoredEvidenceRow,
} from './stored-evidence.js';
import { editCell, putCells } from './write-evidence-cells.js';
import type { CellEdit, ComputedCells } from './write-evidence-cells.js';

/**
 * ANS-1: the cells of evidence tables, read page by page. Every statement joins only documents that the viewer may
 * currently see (KB-5); cells of other documents are never read.
 */
export class EvidenceCellRepository {
  readonly #db: Kysely<Database>;
  readonly #dialect: DialectName;

  constructor(database: Pick<OpenDatabase, 'db' | 'dialect'>) {
    this.#db = database.db;
    this.#dialect = database.dialect;
  }

  async page(
    viewer: Viewer,
    tableId: string,
    filter: EvidenceRowFilter,
  ): Promise<{ rows: StoredEvidenceRow[]; total: number }> {
    const scope = itemScope({ viewer }, this.#dialect);
    const where = sql`r.table_id = ${tableId}${condition(filter)}`;
    const joined = sql`evidence_rows as r left join items on items.id = r.item_id and ${scope}`;
    const { rows: counted } = await sql<{
      n: number;
    }>`select count(*) as n from ${joined} where ${where}`.execute(this.#db);
    const { rows } = await sql<{
      id: string;
      item_id: string | null;
      title: string | null;
      name: string | null;
      base_id: string | null;
      content_hash: string | null;
      deleted_id: string | null;
    }>`select r.id, items.id as item_id, items.title, items.name, items.content_hash,
        (select deleted_items.id from deleted_items where deleted_items.id = r.item_id) as deleted_id,
        (select knowledge_bases.id from knowledge_bases where knowledge_bases.row = items.base_row) as base_id
      from ${joined} ${sortJoin(filter)} where ${where} order by ${order(filter)}
      limit ${filter.limit} offset ${filter.offset}`.execute(this.#db);
    const seen = rows.flatMap(({ id, item_id: itemId }) => (itemId === null ? [] : [id]));
    const cells = await this.#cellsOf(seen);
    return {
      total: Number(counted[0]?.n ?? 0),
      rows: rows.map((row) => {
        const own = (cells.get(row.id) ?? []).map((cell) => toCell(cell, row.content_hash));
        return {
          id: row.id,
          document:
            row.item_id === null
              ? null
              : {
                  itemId: row.item_id,
                  title: row.title ?? '',
                  name: row.name ?? '',
                  knowledgeBaseId: row.base_id ?? '',
                },
          isDeleted: row.item_id === null && row.deleted_id !== null,
          isStale: own.some(({ isStale }) => isStale),
          cells: own,
        };
      }),
    };
  }

  /** Titles shared by several documents of the table, among those that the viewer may see. */
  async sharedTitles(viewer: Viewer, tableId: string): Promise<Set<string>> {
    const scope = itemScope({ viewer }, this.#dialect);
    const { rows } = await sql<{ title: string }>`select items.title from evidence_rows as r
      join items on items.id = r.item_id and ${scope} where r.table_id = ${tableId}
      group by items.title having count(*) > 1`.execute(this.#db);
    return new Set(rows.map(({ title }) => title));
  }

  /** Counts cells by verdict among documents that the viewer may see; `pending` are those that a run would compute. */
  async counts(
    viewer: Viewer,
    tableId: string,
  ): Promise<{
    byVerdict: Record<string, number>;
    edited: number;
    pending: number;
    stale: number;
    withheld: number;
  }> {
    const scope = itemScope({ viewer }, this.#dialect);
    const joined = sql`evidence_cells as c join evidence_rows as r on r.id = c.row_id
      join items on items.id = r.item_id and ${scope} where c.table_id = ${tableId}`;
    const { rows } = await sql<{ verdict: string | null; n: number; edited: number; stale: number }>`
      select ${shownVerdict('c')} as verdict, count(*) as n, sum(case when c.edited_at is null then 0 else 1 end) as edited,
        sum(case when c.content_hash <> items.content_hash then 1 else 0 end) as stale
      from ${joined} group by ${shownVerdict('c')}`.execute(this.#db);
    const sumOf = (name: 'n' | 'edited' | 'stale') =>
      rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0);
    const { rows: withheld } = await sql<{ n: number }>`select count(*) as n from evidence_rows as r
      where r.table_id = ${tableId} and not exists
        (select 1 from items where items.id = r.item_id and ${scope})`.execute(this.#db);
    return {
      byVerdict: Object.fromEntries(
        rows.flatMap(({ verdict, n }) => (verdict === null ? [] : [[verdict, Number(n)]])),
      ),
      edited: sumOf('edited'),
      stale: sumOf('stale'),
      pending: await this.countPending(viewer, tableId),
      withheld: Number(withheld[0]?.n ?? 0),
    };
  }

  /** Cells that are missing, stale or failed, among documents that the viewer may see. */
  async countPending(viewer: Viewer, tableId: string): Promise<number> {
    const scope = itemScope({ viewer }, this.#dialect);
    const { rows } = await sql<{ n: number }>`select count(*) as n from evidence_rows as r
      join items on items.id = r.item_id and ${scope}
      join evidence_columns as k on k.table_id = r.table_id
      where r.table_id = ${tableId} and not exists (select 1 from evidence_cells as c
        where c.row_id = r.id and c.column_id = k.id and ${isDone(true)})`.execute(this.#db);
    return Number(rows[0]?.n ?? 0);
  }

  /** The next rows after a position with cells to compute. `retryFailed` includes failed cells. */
  async pending(
    viewer: Viewer,
    tableId: string,
    options: { after: number; limit: number; retryFailed: boolean },
  ): Promise<PendingEvidenceRow[]> {
    const scope = itemScope({ viewer }, this.#dialect);
    const missing = sql`not exists (select 1 from evidence_cells as c
      where c.row_id = r.id and c.column_id = k.id and ${isDone(options.retryFailed)})`;
    const { rows } = await sql<{ id: string; item_id: string; position: number; content_hash: string }>`
      select r.id, r.item_id, r.position, items.content_hash from evidence_rows as r
      join items on items.id = r.item_id and ${scope}
      where r.table_id = ${tableId} and r.position > ${options.after} and exists
        (select 1 from evidence_columns as k where k.table_id = r.table_id and ${missing})
      order by r.position limit ${options.limit}`.execute(this.#db);
    if (rows.length === 0) return [];
    const { rows: columns } = await sql<{ row_id: string; column_id: string }>`
      select r.id as row_id, k.id as column_id from evidence_rows as r
      join items on items.id = r.item_id join evidence_columns as k on k.table_id = r.table_id
      where r.id in (${sql.join(rows.map(({ id }) => id))}) and ${missing}
      order by k.position, k.id`.execute(this.#db);
    return rows.map((row) => ({
      rowId: row.id,
      itemId: row.item_id,
      position: row.position,
      contentHash: row.content_hash,
      columnIds: columns.flatMap(({ row_id: rowId, column_id: id }) => (rowId === row.id ? [id] : [])),
    }));
  }

  /** Stores all computed cells of a row at once and keeps edits. Returns false if the row no longer exists. */
  put(computed: ComputedCells): Promise<boolean> {
    return putCells(this.#db, computed);
  }

  /** Replaces the computed value with a user's. Returns null if somebody changed the cell since `version`. */
  edit(edit: CellEdit): Promise<number | null> {
    return editCell(this.#db, edit);
  }

  /** One cell of a table (`id`); null if the viewer may not see its document. */
  async get(
    viewer: Viewer,
    { id, rowId, columnId }: { id: string; rowId: string; columnId: string },
  ): Promise<StoredEvidenceCell | 'empty' | null> {
    const scope = itemScope({ viewer }, this.#dialect);
    const { rows } = await sql<{ content_hash: string }>`select items.content_hash from evidence_rows as r
      join items on items.id = r.item_id and ${scope} where r.id = ${rowId} and r.table_id = ${id}`.execute(
      this.#db,
    );
    const [document] = rows;
    if (!document) return null;
    const [cell] = ((await this.#cellsOf([rowId])).get(rowId) ?? []).filter(
      ({ column_id: id }) => id === columnId,
    );
    return cell ? toCell(cell, document.content_hash) : 'empty';
  }

  /** All edits of a cell, newest first. */
  async edits(
    rowId: string,
    columnId: string,
  ): Promise<{ value: string | null; userId: string; at: string }[]> {
    const rows = await this.#db
      .selectFrom('evidence_edits')
      .selectAll()
      .where('row_id', '=', rowId)
      .where('column_id', '=', columnId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(50)
      .execute();
    return rows.map((row) => ({ value: row.value, userId: row.user_id, at: row.created_at }));
  }

  /** ORG-3: removes everything about deleted documents. */
  async forgetDeleted(): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('evidence_rows')
        .innerJoin('deleted_items', 'deleted_items.id', 'evidence_rows.item_id')
        .select('evidence_rows.id')
        .execute();
      for (const { id } of rows)
        for (const table of ['evidence_cells', 'evidence_edits'] as const)
          await transaction.deleteFrom(table).where('row_id', '=', id).execute();
    });
  }

  /** In column order. */
  async #cellsOf(rowIds: readonly string[]): Promise<Map<string, CellRow[]>> {
    const found = new Map<string, CellRow[]>();
    if (rowIds.length === 0) return found;
    const cells = await this.#db
      .selectFrom('evidence_cells')
      .innerJoin('evidence_columns', 'evidence_columns.id', 'evidence_cells.column_id')
      .selectAll('evidence_cells')
      .where('row_id', 'in', rowIds)
      .orderBy('evidence_columns.position')
      .orderBy('evidence_columns.id')
      .execute();
    for (const cell of cells) found.set(cell.row_id, [...(found.get(cell.row_id) ?? []), cell]);
    return found;
  }
}
