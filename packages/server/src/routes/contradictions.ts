import { createRoute } from '@hono/zod-openapi';
import type { ContradictionInput, Inquiry } from '@ibid/store/internal';
import {
  ContradictionListSchema,
  ContradictionsSchema,
  IdParamSchema,
  NewContradictionsSchema,
  StartedInquirySchema,
} from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { withinQuotas } from '../budgets/within-quotas.js';
import { InvalidRequest } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { conflict, jsonAnswer, jsonBody, problems } from '../http/route-parts.js';
import { NO_CONTRADICTIONS, workOf } from '../inquiries/contradiction-job.js';
import { inquiryWithJob, ownInquiry, startInquiry } from '../inquiries/inquiry-jobs.js';
import { requireInquiryScope } from '../inquiries/knowledge-of-inquiry.js';
import { seenContradictions } from '../inquiries/seen-contradictions.js';
import type { Budgets, Configuration, Conversations, Jobs, KnowledgeAccess, Research } from '../services.js';
import { assistantContentOf } from '../turns/message-content.js';
import { ownConversation } from './conversations.js';
import { registerInquiryEnds } from './inquiry-ends.js';
import { turnWithConversation } from './turns.js';

const tags = ['Contradictions'];
const LISTED = 50;
const MOST_CLAIMS = 24;

/** ANS-3: where documents disagree: across knowledge bases, items, a topic, or the claims of an answer. */
export function registerContradictionRoutes(
  api: Api,
  services: Configuration & Budgets & Conversations & KnowledgeAccess & Research & Jobs,
): void {
  const own = (principal: Principal, id: string) => ownInquiry(services, principal, 'contradictions', id);

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/contradictions',
      tags,
      summary: 'Look for passages of different documents that contradict each other; runs as a job',
      request: { body: jsonBody(NewContradictionsSchema) },
      responses: { 202: jsonAnswer(StartedInquirySchema, 'The search has begun'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context, 'write');
      const { topic, turnId, ...scope } = context.req.valid('json');
      if (topic !== undefined && turnId !== undefined)
        throw new InvalidRequest('Name a topic or an answer, not both.', 'topic_and_answer');
      await requireInquiryScope(services, principal, scope);
      const claims = turnId === undefined ? null : await claimsOf(services, principal, turnId);
      const topics = claims ?? (topic === undefined ? [] : [topic]);
      const input: ContradictionInput = { ...scope, topics, turnId: turnId ?? null };
      const started = await withinQuotas(services, principal, { jobs: 1 }, async () => {
        const inquiry = await services.inquiries.create<'contradictions'>({
          ownerId: principal.user.id,
          kind: 'contradictions',
          question: topic ?? claims?.[0] ?? '',
          input,
          work: NO_CONTRADICTIONS,
        });
        return startInquiry(services, inquiry);
      });
      return context.json(started, 202);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/contradictions',
      tags,
      summary: 'Your searches for contradictions, newest first',
      responses: { 200: jsonAnswer(ContradictionListSchema, 'The newest'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const inquiries = await services.inquiries.list(principal.user.id, 'contradictions', LISTED);
      const rows = await Promise.all(
        inquiries.map(async (inquiry) => {
          const { rows: found, ...view } = await viewOf(services, principal, inquiry);
          return {
            ...view,
            found: found.filter(({ standing }) => standing !== 'rejected' && standing !== 'changed').length,
          };
        }),
      );
      return context.json({ rows }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/contradictions/{id}',
      tags,
      summary: 'What was found so far, each pair with its passages and dates',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(ContradictionsSchema, 'Pairs, the most certain first'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const inquiry = await own(principal, context.req.valid('param').id);
      return context.json(await viewOf(services, principal, inquiry), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/contradictions/{id}/run',
      tags,
      summary: 'Continue after it was stopped or failed; look again after it was done',
      request: { params: IdParamSchema },
      responses: { 202: jsonAnswer(StartedInquirySchema, 'The search has begun'), ...problems, ...conflict },
    }),
    async (context) => {
      const principal = principalOf(context, 'write');
      const inquiry = await own(principal, context.req.valid('param').id);
      const started = await withinQuotas(services, principal, { jobs: 1 }, () =>
        startInquiry(services, inquiry, async () => {
          if (workOf(inquiry).isDone)
            await services.inquiries.update(inquiry.id, { work: NO_CONTRADICTIONS });
        }),
      );
      return context.json(started, 202);
    },
  );

  registerInquiryEnds(api, services, {
    path: '/api/contradictions',
    tags,
    own,
    stopSummary: 'Stop looking; what was found stays',
    deleteSummary: 'Stop looking, and delete what was found',
  });
}

/** The claims of the user's own answer. */
async function claimsOf(services: Conversations, principal: Principal, turnId: string): Promise<string[]> {
  const { turn } = await turnWithConversation(services, principal, turnId);
  await ownConversation(services, principal, turn.conversationId);
  const [row] = await services.messages.getMany(turn.conversationId, [turn.assistantMessageId]);
  const blocks = row ? assistantContentOf(row).view.blocks : [];
  const claims = blocks.flatMap((block) =>
    block.kind === 'text' && !block.narration ? (block.claims ?? []).map(({ text }) => text) : [],
  );
  if (claims.length === 0)
    throw new InvalidRequest('This answer claims nothing that could be compared.', 'nothing_claimed');
  return claims.slice(0, MOST_CLAIMS);
}

async function viewOf(
  services: KnowledgeAccess & Jobs & Research,
  principal: Principal,
  asked: Inquiry<'contradictions'>,
) {
  const { inquiry, job } = await inquiryWithJob(services, asked);
  const { found, documents, statements, compared, isCut, isDone } = workOf(inquiry);
  const { knowledgeBaseIds, itemIds, turnId } = inquiry.input;
  return {
    id: inquiry.id,
    question: inquiry.question,
    knowledgeBaseIds,
    itemIds,
    turnId,
    job,
    isDone,
    documents,
    statements,
    compared,
    isCut,
    rows: await seenContradictions(services, principal.viewer, found),
    createdAt: inquiry.createdAt,
  };
}
