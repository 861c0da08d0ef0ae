import { createRoute } from '@hono/zod-openapi';
import { evidenceToCsv, evidenceToMarkdown, evidenceToXlsx } from '@ibid/retrieval/internal';
import { PRIVATE } from '@ibid/store/internal';
import type { EvidenceTable } from '@ibid/store/internal';
import {
  EvidenceExportQuerySchema,
  EvidenceRowsQuerySchema,
  EvidenceRowsSchema,
  EvidenceTableChangeSchema,
  EvidenceTableSchema,
  EvidenceTableStateSchema,
  IdParamSchema,
  JobSchema,
  NewEvidenceTableSchema,
  listOf,
} from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { Conflict, Forbidden, NotFound } from '../errors/index.js';
import { chosenItems } from '../evidence/chosen-items.js';
import { requireRoomForJob, startEvidenceJob } from '../evidence/evidence-job.js';
import {
  cellView,
  exportedTable,
  userNames,
  tableJobView,
  tableState,
  tableView,
} from '../evidence/evidence-views.js';
import type { Api } from '../http/app-env.js';
import { fileAnswer, conflict, jsonAnswer, jsonBody, nothing, problems } from '../http/route-parts.js';
import type { Accounts, Budgets, Configuration, Jobs, KnowledgeAccess, Research } from '../services.js';
import { streamOfText } from '../http/stream-of-text.js';
import { download } from './files.js';

const tags = ['Evidence tables'];

export async function visibleTable(
  services: Research,
  principal: Principal,
  id: string,
): Promise<EvidenceTable> {
  const table = await services.evidenceTables.get(principal.viewer, id);
  if (!table) throw new NotFound('There is no such table.');
  return table;
}

/** Only the owner changes rows, columns and sharing; users it is shared with can edit cells and run it. */
export async function ownTable(services: Research, principal: Principal, id: string): Promise<EvidenceTable> {
  const table = await visibleTable(services, principal, id);
  if (table.ownerId !== principal.user.id)
    throw new Forbidden(
      'This table is shared with you: you can edit its cells and run it. Only its owner can change the rest.',
    );
  return table;
}

/** ANS-1. */
export function registerEvidenceRoutes(
  api: Api,
  services: Configuration & Accounts & KnowledgeAccess & Research & Jobs & Budgets,
): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/tables',
      tags,
      summary: 'Evidence tables you may see, last changed first',
      responses: { 200: jsonAnswer(listOf(EvidenceTableSchema), 'Tables'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const tables = await services.evidenceTables.list(principal.viewer);
      const rows = await Promise.all(tables.map((table) => tableView(services, principal, table)));
      return context.json({ rows, cursor: null }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/tables',
      tags,
      summary:
        'Create an evidence table: documents as rows, questions as columns; its cells are computed by a job',
      request: { body: jsonBody(NewEvidenceTableSchema) },
      responses: { 201: jsonAnswer(EvidenceTableStateSchema, 'The table'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context, 'write');
      const { name, columns, rows, modelId, sharing, run } = context.req.valid('json');
      const itemIds = await chosenItems(services, principal.viewer, rows);
      const ownerId = principal.user.id;
      const fields = { ownerId, name, modelId, columns, sharing: sharing ?? PRIVATE };
      const isRun = run && itemIds.length > 0 && columns.length > 0;
      if (isRun) await requireRoomForJob(services, principal, { jobId: null });
      const id = await services.evidenceTables.create(fields);
      await services.evidenceTables.addRows(id, itemIds);
      if (isRun) await startEvidenceJob(services, principal, { id, jobId: null });
      return context.json(
        await tableState(services, principal, await visibleTable(services, principal, id)),
        201,
      );
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/tables/{id}',
      tags,
      summary: 'One evidence table: columns, counts by verdict, and how far its job is',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(EvidenceTableStateSchema, 'The table'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const table = await visibleTable(services, principal, context.req.valid('param').id);
      return context.json(await tableState(services, principal, table), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'patch',
      path: '/api/tables/{id}',
      tags,
      summary: 'Change name, model or sharing of an evidence table; fields you leave out keep their values',
      request: { params: IdParamSchema, body: jsonBody(EvidenceTableChangeSchema) },
      responses: { 200: jsonAnswer(EvidenceTableStateSchema, 'The table'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context, 'write');
      const { id } = context.req.valid('param');
      await ownTable(services, principal, id);
      const { name, modelId, sharing } = context.req.valid('json');
      await services.evidenceTables.update(id, {
        ...(name === undefined ? {} : { name }),
        ...(modelId === undefined ? {} : { modelId }),
        ...(sharing === undefined ? {} : { sharing }),
      });
      return context.json(
        await tableState(services, principal, await visibleTable(services, principal, id)),
        200,
      );
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/tables/{id}',
      tags,
      summary: 'Delete an evidence table with its cells and edits',
      request: { params: IdParamSchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const table = await ownTable(services, principalOf(context, 'write'), context.req.valid('param').id);
      if (table.jobId !== null) await services.jobRunner.cancel(table.jobId);
      await services.evidenceTables.delete(table.id);
      return context.body(null, 204);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/tables/{id}/run',
      tags,
      summary:
        'Compute the cells that are missing, failed or out of date; finished cells are not computed again',
      request: { params: IdParamSchema },
      responses: { 202: jsonAnswer(JobSchema, 'The job has started'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context, 'write');
      const table = await visibleTable(services, principal, context.req.valid('param').id);
      const job = await startEvidenceJob(services, principal, table);
      return context.json(tableJobView(principal, job), 202);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/tables/{id}/stop',
      tags,
      summary: 'Stop computing; finished cells stay, and the next run continues with the rest',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(JobSchema, 'The job, cancelled'), ...problems, ...conflict },
    }),
    async (context) => {
      const principal = principalOf(context, 'write');
      const table = await visibleTable(services, principal, context.req.valid('param').id);
      const job = table.jobId === null ? null : await services.jobRunner.cancel(table.jobId);
      if (!job) throw new Conflict('Nothing is being computed.', 'job_is_over');
      return context.json(tableJobView(principal, job), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/tables/{id}/rows',
      tags,
      summary: 'Rows with their cells, page by page; cells of documents you may not see are left out',
      request: { params: IdParamSchema, query: EvidenceRowsQuerySchema },
      responses: { 200: jsonAnswer(EvidenceRowsSchema, 'Rows'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const table = await visibleTable(services, principal, context.req.valid('param').id);
      const { sort, verdict, column, offset, limit } = context.req.valid('query');
      const by = sort?.replace(/^-/u, '');
      const page = await services.evidenceCells.page(principal.viewer, table.id, {
        offset,
        limit,
        verdict,
        columnId: column,
        ...(by === undefined
          ? {}
          : {
              sort: {
                by: by === 'document' ? by : { columnId: by },
                isDescending: sort?.startsWith('-') ?? false,
              },
            }),
      });
      const names = await userNames(
        services,
        page.rows.flatMap(({ cells }) => cells.flatMap(({ edit }) => edit?.userId ?? [])),
      );
      const rows = page.rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell) => cellView(cell, names)),
      }));
      return context.json({ rows, total: page.total, offset }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/tables/{id}/export',
      tags,
      summary:
        'The table as a spreadsheet with quotes as notes, as CSV or as Markdown with quotes as footnotes',
      request: { params: IdParamSchema, query: EvidenceExportQuerySchema },
      responses: { ...fileAnswer(XLSX, 'text/csv', 'text/markdown'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const table = await visibleTable(services, principal, context.req.valid('param').id);
      const { format } = context.req.valid('query');
      const name = `${table.name.replaceAll(/[^\p{L}\p{N} .-]+/gu, ' ').trim() || 'table'}.${format}`;
      const exported = exportedTable(services, principal.viewer, table);
      if (format === 'xlsx') {
        const bytes = await evidenceToXlsx(exported, { owner: principal.user.id });
        return download(bytes, { name, mediaType: XLSX, bytes: bytes.length });
      }
      const [lines, mediaType] =
        format === 'csv'
          ? [evidenceToCsv(exported), 'text/csv; charset=utf-8']
          : [evidenceToMarkdown(exported), 'text/markdown; charset=utf-8'];
      return download(streamOfText(lines), { name, mediaType });
    },
  );
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
