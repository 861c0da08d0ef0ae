import { createRoute } from '@hono/zod-openapi';
import { checkEditedValue, readEditedValue } from '@ibid/retrieval/internal';
import type { EvidenceTable, StoredEvidenceColumn } from '@ibid/store/internal';
import {
  EvidenceCellParamSchema,
  EvidenceCellSchema,
  EvidenceColumnParamSchema,
  EvidenceEditSchema,
  EvidenceEditsSchema,
  EvidenceRowParamSchema,
  EvidenceTableStateSchema,
  IdParamSchema,
  NewEvidenceColumnSchema,
} from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { Conflict, InvalidRequest, NotFound } from '../errors/index.js';
import { chosenItems, MOST_ROWS, RowChoiceSchema } from '../evidence/chosen-items.js';
import { requireRoomForJob, startEvidenceJob } from '../evidence/evidence-job.js';
import { cellView, userNames, tableState } from '../evidence/evidence-views.js';
import type { Api } from '../http/app-env.js';
import { conflict, jsonAnswer, jsonBody, nothing, problems } from '../http/route-parts.js';
import type { Accounts, Budgets, Configuration, Jobs, KnowledgeAccess, Research } from '../services.js';
import { ownTable, visibleTable } from './evidence.js';

const tags = ['Evidence tables'];
const MOST_COLUMNS = 20;

/** Rows, columns and cells of an evidence table. */
export function registerEvidencePartRoutes(
  api: Api,
  services: Configuration & Accounts & KnowledgeAccess & Research & Jobs & Budgets,
): void {
  /** New cells are computed at once; the rest stays as it is. */
  const extended = async (principal: Principal, table: EvidenceTable) => {
    await startEvidenceJob(services, principal, table);
    return tableState(services, principal, await visibleTable(services, principal, table.id));
  };

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/tables/{id}/columns',
      tags,
      summary: 'Add a column; only its cells are computed',
      request: { params: IdParamSchema, body: jsonBody(NewEvidenceColumnSchema) },
      responses: { 201: jsonAnswer(EvidenceTableStateSchema, 'The table'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context, 'write');
      const table = await ownTable(services, principal, context.req.valid('param').id);
      if (table.columns.length >= MOST_COLUMNS)
        throw new InvalidRequest(
          `A table has ${MOST_COLUMNS} columns at most. Remove one, or make another table.`,
        );
      await requireRoomForJob(services, principal, table);
      await services.evidenceTables.addColumn(table.id, context.req.valid('json'));
      return context.json(await extended(principal, table), 201);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/tables/{id}/columns/{columnId}',
      tags,
      summary: 'Remove a column with its cells',
      request: { params: EvidenceColumnParamSchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const { id, columnId } = context.req.valid('param');
      await ownTable(services, principalOf(context, 'write'), id);
      if (!(await services.evidenceTables.removeColumn(id, columnId)))
        throw new NotFound('The table has no such column.');
      return context.body(null, 204);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/tables/{id}/rows',
      tags,
      summary: 'Add documents as rows; only their cells are computed',
      request: { params: IdParamSchema, body: jsonBody(RowChoiceSchema) },
      responses: { 201: jsonAnswer(EvidenceTableStateSchema, 'The table'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context, 'write');
      const table = await ownTable(services, principal, context.req.valid('param').id);
      const itemIds = await chosenItems(services, principal.viewer, context.req.valid('json'));
      if ((await services.evidenceTables.countRows(table.id)) + itemIds.length > MOST_ROWS)
        throw new InvalidRequest(`A table has ${MOST_ROWS} rows at most.`, 'too_many_rows');
      await requireRoomForJob(services, principal, table);
      await services.evidenceTables.addRows(table.id, itemIds);
      return context.json(await extended(principal, table), 201);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/tables/{id}/rows/{rowId}',
      tags,
      summary: 'Remove a row; the document stays',
      request: { params: EvidenceRowParamSchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const { id, rowId } = context.req.valid('param');
      await ownTable(services, principalOf(context, 'write'), id);
      if (!(await services.evidenceTables.removeRow(id, rowId)))
        throw new NotFound('The table has no such row.');
      return context.body(null, 204);
    },
  );

  api.openapi(
    createRoute({
      method: 'put',
      path: '/api/tables/{id}/cells/{rowId}/{columnId}',
      tags,
      summary:
        'Replace the computed value, which is kept, with your own; it is checked against the document, and refused if somebody edited the cell meanwhile',
      request: { params: EvidenceCellParamSchema, body: jsonBody(EvidenceEditSchema) },
      responses: { 200: jsonAnswer(EvidenceCellSchema, 'The cell'), ...problems, ...conflict },
    }),
    async (context) => {
      const principal = principalOf(context, 'write');
      const { id, rowId, columnId } = context.req.valid('param');
      const { value, version } = context.req.valid('json');
      const { column } = await seenCell(principal, { id, rowId, columnId });
      const read = value === null ? { value, number: null } : readValue(column, value);
      const made = await services.evidenceCells.edit({
        tableId: id,
        rowId,
        columnId,
        ...read,
        check: read.value === null ? null : await checked(principal, { id, rowId }, column, read.value),
        userId: principal.user.id,
        version,
      });
      const { cell, names } = await seenCell(principal, { id, rowId, columnId });
      if (made === null || cell === 'empty')
        throw changedMeanwhile(cell === 'empty' ? null : cellView(cell, names).edit);
      return context.json(cellView(cell, names), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/tables/{id}/cells/{rowId}/{columnId}/edits',
      tags,
      summary: 'Every edit of a cell, the newest first',
      request: { params: EvidenceCellParamSchema },
      responses: { 200: jsonAnswer(EvidenceEditsSchema, 'Edits'), ...problems },
    }),
    async (context) => {
      const { id, rowId, columnId } = context.req.valid('param');
      const { cell } = await seenCell(principalOf(context), { id, rowId, columnId });
      const edits = await services.evidenceCells.edits(rowId, columnId);
      const names = await userNames(
        services,
        edits.map(({ userId }) => userId),
      );
      const rows = edits.map(({ value, userId, at }) => ({ value, by: names.get(userId) ?? '', at }));
      return context.json({ rows, version: cell === 'empty' ? 0 : cell.version }, 200);
    },
  );

  /** An edit is a separate claim: it does not keep the verdict of the value that it replaces. */
  async function checked(
    { viewer }: Principal,
    { id, rowId }: { id: string; rowId: string },
    column: StoredEvidenceColumn,
    value: string,
  ) {
    const itemId = await services.evidenceTables.itemOf(id, rowId);
    const store = services.knowledge.reader;
    const found = itemId === null ? null : await checkEditedValue({ store, viewer, itemId, column, value });
    return found && { ...found.cell, contentHash: found.contentHash };
  }

  async function seenCell(principal: Principal, place: { id: string; rowId: string; columnId: string }) {
    const table = await visibleTable(services, principal, place.id);
    const column = table.columns.find(({ id }) => id === place.columnId);
    const cell = column && (await services.evidenceCells.get(principal.viewer, place));
    if (!column || !cell) throw new NotFound('The table has no such cell, or you may not see its document.');
    const names = await userNames(services, cell !== 'empty' && cell.edit ? [cell.edit.userId] : []);
    return { column, cell, names };
  }
}

function readValue(column: StoredEvidenceColumn, value: string) {
  const read = readEditedValue(column, value);
  if (!read)
    throw new InvalidRequest(
      `“${value}” is not a date that can be read. Write one with its year, such as 2030-06-01, 1 June 2030, 2030-06 or 2030.`,
      'not_a_date',
    );
  return read;
}

/** Nothing is lost: the other user's value stays, and the sender still has their own. */
function changedMeanwhile(edit: { value: string; by: string; at: string } | null): Conflict {
  const done = edit
    ? `${edit.by === 'you' ? 'It was changed' : `${edit.by} changed it`} to “${edit.value}” at ${edit.at}`
    : 'Somebody undid an edit';
  return new Conflict(
    `This cell has changed since you opened it. ${done}. Your value was not saved: look at the cell, then save again to replace it.`,
    'cell_changed',
  );
}
