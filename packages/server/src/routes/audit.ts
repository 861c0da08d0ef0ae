import { createRoute, z } from '@hono/zod-openapi';
import type { AuditFilter, AuditLine } from '@ibid/store/internal';
import {
  AuditCheckSchema,
  AuditFilterSchema,
  AuditLineSchema,
  AuditNotedSchema,
  listOf,
} from '../api/schemas/index.js';
import { auditCsvHeader, auditToCsv } from '../audit/audit-to-csv.js';
import { type Naming, namesInLines } from '../audit/names-in-lines.js';
import { administratorOf } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import { fileAnswer, jsonAnswer, jsonBody, problems } from '../http/route-parts.js';
import { streamOfText } from '../http/stream-of-text.js';
import type { Auditing } from '../services.js';
import { download } from './files.js';

const tags = ['Audit log'];

/** ORG-2: the audit log, for administrators. */
export function registerAuditRoutes(api: Api, services: Auditing & Naming): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/audit',
      tags,
      summary: 'Who did what, when, from where, and how it ended; the newest first. Administrators only',
      request: {
        query: AuditFilterSchema.extend({
          limit: z.coerce.number().int().min(1).max(500).default(50),
          cursor: z.string().max(100).optional(),
        }),
      },
      responses: { 200: jsonAnswer(listOf(AuditLineSchema), 'Lines'), ...problems },
    }),
    async (context) => {
      const { viewer } = administratorOf(context);
      const { limit, cursor, ...filter } = context.req.valid('query');
      const { rows, cursor: next } = await services.audit.list({ filter, limit, cursor });
      const names = await namesInLines(services, viewer, rows);
      return context.json({ rows: rows.map((line) => lineView(line, names)), cursor: next }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/audit/export',
      tags,
      summary: 'The audit log as a file, the oldest line first. Administrators only',
      request: {
        query: AuditFilterSchema.extend({ format: z.enum(['jsonl', 'csv']).default('jsonl') }),
      },
      responses: { ...fileAnswer('application/x-ndjson', 'text/csv'), ...problems },
    }),
    async (context) => {
      administratorOf(context);
      const { format, ...filter } = context.req.valid('query');
      const isCsv = format === 'csv';
      const body = isCsv
        ? linesOf(services, filter, auditToCsv, auditCsvHeader)
        : linesOf(services, filter, (line) => `${JSON.stringify(line)}\n`);
      return download(streamOfText(body), {
        name: `audit.${format}`,
        mediaType: isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
      });
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/audit/verify',
      tags,
      summary: 'Verify the hash chain of the whole audit log. Administrators only',
      request: { body: jsonBody(AuditNotedSchema) },
      responses: { 200: jsonAnswer(AuditCheckSchema, 'What was found'), ...problems },
    }),
    async (context) => {
      administratorOf(context);
      return context.json(await services.audit.verify(context.req.valid('json')), 200);
    },
  );
}

/** Types details only as an object: the type of arbitrary JSON is too complex for the route descriptions. */
function lineView(
  { details, ...line }: AuditLine,
  known: ReadonlyMap<string, string>,
): Omit<AuditLine, 'details'> & { details: Record<string, unknown>; names: Record<string, string> } {
  const ids = [line.target?.id, ...Object.values(details)];
  const names = ids.flatMap((id) => {
    const name = typeof id === 'string' ? known.get(id) : undefined;
    return name === undefined ? [] : [[id as string, name]];
  });
  return { ...line, details, names: Object.fromEntries(names) as Record<string, string> };
}

/** A few hundred lines at a time. */
async function* linesOf(
  services: Auditing,
  filter: AuditFilter,
  write: (line: AuditLine) => string,
  header = '',
): AsyncGenerator<string> {
  if (header !== '') yield header;
  for await (const page of services.audit.pages(filter)) yield page.map(write).join('');
}
