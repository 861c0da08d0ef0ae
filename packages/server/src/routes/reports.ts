import { createRoute, z } from '@hono/zod-openapi';
import type { ReportPart } from '@ibid/retrieval/internal';
import { newId } from '@ibid/store/internal';
import {
  IdParamSchema,
  NewReportSchema,
  ReportChangeSchema,
  ReportListSchema,
  ReportSchema,
  StartedInquirySchema,
} from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import { LOCAL_USER_ID } from '../auth/principal.js';
import type { Principal } from '../auth/principal.js';
import { withinQuotas } from '../budgets/within-quotas.js';
import { Conflict } from '../errors/index.js';
import { citedExport } from '../export/cited-export.js';
import { fileNamesOf } from '../export/file-names.js';
import { formatted } from '../export/formatted.js';
import { linkOrigin } from '../http/client-address.js';
import type { Api } from '../http/app-env.js';
import {
  EXPORT_TYPES,
  conflict,
  fileAnswer,
  jsonAnswer,
  jsonBody,
  problems,
  unprocessable,
} from '../http/route-parts.js';
import { jobOf, ownInquiry, startInquiry } from '../inquiries/inquiry-jobs.js';
import { requireInquiryScope } from '../inquiries/knowledge-of-inquiry.js';
import { planOfReport } from '../inquiries/plan-of-report.js';
import { reportMessages } from '../inquiries/report-export.js';
import { reportView } from '../inquiries/report-view.js';
import { DEFAULT_BUDGET, NO_REPORT, reportWork } from '../inquiries/report-work.js';
import type { PlannedPart, ReportInput } from '@ibid/store/internal';
import type { Jobs, ModelWork, Research, Storage } from '../services.js';
import { download } from './files.js';
import { registerInquiryEnds } from './inquiry-ends.js';

const tags = ['Reports'];
const LISTED = 100;

/** ANS-2: reports, for questions that need many searches: plan, edit, run, stop and resume. */
export function registerReportRoutes(api: Api, services: ModelWork & Storage & Research & Jobs): void {
  const own = (principal: Principal, id: string) => ownInquiry(services, principal, 'report', id);

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/reports',
      tags,
      summary: 'Plan a report; nothing is written before it is run',
      request: { body: jsonBody(NewReportSchema) },
      responses: {
        201: jsonAnswer(ReportSchema, 'The report, with its plan'),
        ...problems,
        ...unprocessable,
      },
    }),
    async (context) => {
      const principal = principalOf(context, 'write');
      const { question, plan, budget, modelId, ...scope } = context.req.valid('json');
      await requireInquiryScope(services, principal, scope);
      if (modelId !== undefined) await services.models.resolve(modelId);
      const parts = plan ?? (await planOfReport(services, principal, { question, scope }));
      const input: ReportInput = {
        ...scope,
        plan: withIds(parts),
        budget: { ...DEFAULT_BUDGET, ...given(budget) },
        modelId: modelId ?? null,
      };
      const inquiry = await services.inquiries.create<'report'>({
        ownerId: principal.user.id,
        kind: 'report',
        question,
        input,
        work: NO_REPORT,
      });
      return context.json(await reportView(services, principal, inquiry), 201);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/reports',
      tags,
      summary: 'Your reports, the newest first',
      responses: { 200: jsonAnswer(ReportListSchema, 'The newest'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const inquiries = await services.inquiries.list(principal.user.id, 'report', LISTED);
      const rows = await Promise.all(
        inquiries.map(async (inquiry) => {
          const { id, question, job, isDone, balance, sections, createdAt } = await reportView(
            services,
            principal,
            inquiry,
          );
          const written = sections.filter(({ state }) => state !== 'planned' && state !== 'left-out').length;
          return { id, question, job, isDone, balance, createdAt, parts: sections.length, written };
        }),
      );
      return context.json({ rows }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/reports/{id}',
      tags,
      summary: 'A report so far: sections with a verdict for every claim, what was not found, contradictions',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(ReportSchema, 'The report'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const inquiry = await own(principal, context.req.valid('param').id);
      return context.json(await reportView(services, principal, inquiry), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'patch',
      path: '/api/reports/{id}',
      tags,
      summary: 'Change the plan or the budget while it does not run; parts that stay keep what was written',
      request: { params: IdParamSchema, body: jsonBody(ReportChangeSchema) },
      responses: { 200: jsonAnswer(ReportSchema, 'The report'), ...problems, ...conflict },
    }),
    async (context) => {
      const principal = principalOf(context, 'write');
      const inquiry = await own(principal, context.req.valid('param').id);
      const job = await jobOf(services, inquiry);
      if (job?.state === 'queued' || job?.state === 'running')
        throw new Conflict('The report is being written. Stop it first.', 'inquiry_running');
      const { plan, budget } = context.req.valid('json');
      const before = inquiry.input;
      const input: ReportInput = {
        ...before,
        ...(plan && { plan: withIds(plan) }),
        budget: { ...before.budget, ...given(budget) },
      };
      const work = { ...reportWork(inquiry), ...(plan && { isDone: false }) };
      await services.inquiries.update(inquiry.id, { input, work });
      return context.json(await reportView(services, principal, await own(principal, inquiry.id)), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/reports/{id}/run',
      tags,
      summary: 'Write the report, or continue it: sections already written stay',
      request: { params: IdParamSchema },
      responses: { 202: jsonAnswer(StartedInquirySchema, 'Writing has started'), ...problems, ...conflict },
    }),
    async (context) => {
      const principal = principalOf(context, 'write');
      const inquiry = await own(principal, context.req.valid('param').id);
      const started = await withinQuotas(services, principal, { jobs: 1 }, () =>
        startInquiry(services, inquiry),
      );
      return context.json(started, 202);
    },
  );

  registerInquiryEnds(api, services, {
    path: '/api/reports',
    tags,
    own,
    stopSummary: 'Stop writing; finished sections stay',
    deleteSummary: 'Delete a report; it is stopped first',
  });

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/reports/{id}/export',
      tags,
      summary: 'A report as a file, with its evidence: Markdown with footnotes, HTML, DOCX, BibTeX, CSL',
      request: {
        params: IdParamSchema,
        query: z.object({
          format: z.enum(['footnotes', 'html', 'docx', 'bibtex', 'csl']).default('footnotes'),
        }),
      },
      responses: {
        ...fileAnswer(...EXPORT_TYPES),
        ...problems,
      },
    }),
    async (context) => {
      const principal = principalOf(context);
      const inquiry = await own(principal, context.req.valid('param').id);
      const messages = reportMessages(await reportView(services, principal, inquiry));
      const cited = citedExport({
        title: inquiry.question,
        messages,
        fileNames: await fileNamesOf(services, principal.viewer, messages),
        origin: linkOrigin(context, services.options),
        by: principal.user.id === LOCAL_USER_ID ? '' : principal.user.name,
      });
      const [content, ending, mediaType] = await formatted(cited, context.req.valid('query').format, {
        owner: principal.user.id,
      });
      const name =
        inquiry.question
          .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
          .trim()
          .slice(0, 80) || 'report';
      return download(content, { name: `${name}${ending}`, mediaType });
    },
  );
}

const withIds = (parts: readonly (ReportPart & { id?: string | undefined })[]): PlannedPart[] =>
  parts.map(({ id, title, question }) => ({ id: id ?? newId(), title, question }));

/** Only the given fields. */
const given = (budget: { steps?: number | undefined; tokens?: number | undefined } | undefined) => ({
  ...(budget?.steps !== undefined && { steps: budget.steps }),
  ...(budget?.tokens !== undefined && { tokens: budget.tokens }),
});
