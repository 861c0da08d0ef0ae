import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { toJson } from '../database/json-text.js';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';
import type { EditCheck } from './evidence-schema.js';
import { EMPTY, sortOf } from './stored-evidence.js';
import type { NewEvidenceCell, StoredEvidenceEdit } from './stored-evidence.js';

export interface ComputedCells {
  tableId: string;
  rowId: string;
  contentHash: string;
  modelId: string;
  cells: readonly NewEvidenceCell[];
}

export interface CellEdit {
  tableId: string;
  rowId: string;
  columnId: string;
  value: string | null;
  number: number | null;
  /** The check's result for the value; null if not checked. */
  check: (EditCheck & { verdict: StoredEvidenceEdit['verdict'] }) | null;
  userId: string;
  version: number;
}

/** Stores all computed cells of a row at once and keeps edits. Returns false if the row no longer exists. */
export async function putCells(db: Kysely<Database>, options: ComputedCells): Promise<boolean> {
  const { tableId, rowId } = options;
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('evidence_rows')
      .select('id')
      .where('id', '=', rowId)
      .executeTakeFirst();
    if (!row) return false;
    for (const cell of options.cells) {
      const computed = {
        verdict: cell.verdict,
        value: cell.value,
        number: cell.number,
        written: cell.written,
        quote: cell.quote,
        passage: cell.passage === null ? null : toJson(cell.passage),
        reason: cell.reason,
        content_hash: options.contentHash,
        model_id: options.modelId,
        computed_at: new Date().toISOString(),
      };
      const sorted = sortOf(cell.value, cell.number);
      await transaction
        .insertInto('evidence_cells')
        .values({
          ...EMPTY,
          row_id: rowId,
          column_id: cell.columnId,
          table_id: tableId,
          ...computed,
          ...sorted,
        })
        .onConflict((conflict) =>
          conflict.columns(['row_id', 'column_id']).doUpdateSet({
            ...computed,
            sort_number: sql`case when evidence_cells.edited_at is null then ${sorted.sort_number} else evidence_cells.sort_number end`,
            sort_text: sql`case when evidence_cells.edited_at is null then ${sorted.sort_text} else evidence_cells.sort_text end`,
          }),
        )
        .execute();
    }
    return true;
  });
}

/**
 * Replaces the computed value with a user's, or undoes that (null). `version` is the one the user saw. Returns null if
 * somebody changed the cell since.
 */
export async function editCell(db: Kysely<Database>, options: CellEdit): Promise<number | null> {
  const { tableId, rowId, columnId, value, check, userId, version } = options;
  const now = new Date().toISOString();
  return db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('evidence_cells')
      .values({ ...EMPTY, row_id: rowId, column_id: columnId, table_id: tableId })
      .onConflict((conflict) => conflict.columns(['row_id', 'column_id']).doNothing())
      .execute();
    const edited = sortOf(value, options.number);
    const { numUpdatedRows } = await transaction
      .updateTable('evidence_cells')
      .set({
        edited_value: value,
        edited_by: value === null ? null : userId,
        edited_at: value === null ? null : now,
        edited_verdict: check?.verdict ?? null,
        edited_check: check === null ? null : toJson(checkOf(check)),
        version: version + 1,
        ...(value === null ? { sort_number: sql`number`, sort_text: sql`lower(value)` } : edited),
      })
      .where('row_id', '=', rowId)
      .where('column_id', '=', columnId)
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return null;
    await transaction
      .insertInto('evidence_edits')
      .values({
        id: newId(),
        table_id: tableId,
        row_id: rowId,
        column_id: columnId,
        value,
        user_id: userId,
        created_at: now,
      })
      .execute();
    return version + 1;
  });
}

function checkOf({ quote, passage, reason, contentHash }: EditCheck): EditCheck {
  return { quote, passage, reason, contentHash };
}
