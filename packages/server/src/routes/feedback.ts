import { createRoute } from '@hono/zod-openapi';
import type { Conversation, Feedback, FeedbackReach, FeedbackSnapshot, TurnRow } from '@ibid/store/internal';
import {
  CursorQuerySchema,
  FeedbackChangeSchema,
  FeedbackDeletedSchema,
  FeedbackOfTurnSchema,
  FeedbackReplaySchema,
  FeedbackRowSchema,
  FeedbackSchema,
  FeedbackTrendQuerySchema,
  FeedbackTrendSchema,
  FeedbackWhoseSchema,
  IdParamSchema,
  listOf,
} from '../api/schemas/index.js';
import { administratorOf, principalOf } from '../auth/access.js';
import { principalWhoAsked } from '../auth/principal-who-asked.js';
import type { Principal } from '../auth/principal.js';
import { InvalidRequest, NotFound } from '../errors/index.js';
import { changedFeedback, requireCitations } from '../feedback/change-feedback.js';
import { replayed } from '../feedback/replayed.js';
import { countMarks, feedbackSnapshot } from '../feedback/feedback-snapshot.js';
import { feedbackTrend } from '../feedback/feedback-trend.js';
import { feedbackRow, feedbackView } from '../feedback/feedback-views.js';
import type { Api } from '../http/app-env.js';
import { fileAnswer, jsonAnswer, jsonBody, nothing, problems } from '../http/route-parts.js';
import { streamOfText } from '../http/stream-of-text.js';
import type {
  Accounts,
  Agents,
  Configuration,
  Conversations,
  KnowledgeAccess,
  Projects,
  Storage,
} from '../services.js';
import { shownContent } from '../sharing/shown-content.js';
import { withholdingFor } from '../sharing/withholding.js';
import { assistantContentOf } from '../turns/message-content.js';
import { visibleConversation } from './conversations.js';
import { download } from './files.js';

const tags = ['Feedback'];
const EXPORTED_AT_ONCE = 50;

/**
 * ANS-5: marks answers and citations as right or wrong. Feedback is private to the user who gives it unless they share
 * it.
 */
export function registerFeedbackRoutes(
  api: Api,
  services: Configuration & Storage & Accounts & Conversations & Agents & Projects & KnowledgeAccess,
): void {
  api.openapi(
    createRoute({
      method: 'patch',
      path: '/api/turns/{id}/feedback',
      tags,
      summary: 'Say whether an answer or its citations are right; change this, or withdraw it with null',
      request: { params: IdParamSchema, body: jsonBody(FeedbackChangeSchema) },
      responses: { 200: jsonAnswer(FeedbackOfTurnSchema, 'The feedback as it is now'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context, 'write');
      const turn = await services.turns.get(context.req.valid('param').id);
      const conversation = turn
        ? await services.conversations.get(principal.viewer, turn.conversationId)
        : null;
      if (!turn || !conversation) throw new NotFound('There is no such turn.');
      if (turn.status === 'running')
        throw new InvalidRequest('Wait until the answer is complete.', 'turn_running');
      const snapshot = await snapshotOf(services, principal, { turn, conversation });
      const change = context.req.valid('json');
      requireCitations(snapshot, change);
      const place = {
        userId: principal.user.id,
        conversationId: conversation.id,
        turnId: turn.id,
        messageId: turn.assistantMessageId,
      };
      const feedback = await services.feedback.change(place, (before) => {
        const said = changedFeedback(before, change);
        return {
          ...said,
          snapshot,
          counts: countMarks(snapshot.citations, said.marks),
        };
      });
      return context.json({ feedback: feedback && feedbackView(feedback) }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/conversations/{id}/feedback',
      tags,
      summary: 'Your feedback on the answers of a conversation',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(listOf(FeedbackSchema), 'By answer'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { id } = await visibleConversation(services, principal, context.req.valid('param').id);
      const rows = await services.feedback.ofConversation(principal.user.id, id);
      return context.json({ rows: rows.map(feedbackView), cursor: null }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/feedback',
      tags,
      summary:
        'Feedback with the question, the answer, the passages and the verdicts as they were, the newest first. `whose=shared`: what others let administrators read',
      request: { query: CursorQuerySchema.extend(FeedbackWhoseSchema.shape) },
      responses: { 200: jsonAnswer(listOf(FeedbackRowSchema), 'Feedback'), ...problems },
    }),
    async (context) => {
      const { whose, limit, cursor } = context.req.valid('query');
      const principal = whose === 'own' ? principalOf(context) : administratorOf(context);
      return context.json(await pageOf(services, principal, { whose, limit, cursor }), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/feedback/export',
      tags,
      summary: 'The same as a file, one JSON object per line',
      request: { query: FeedbackWhoseSchema },
      responses: { ...fileAnswer('application/x-ndjson'), ...problems },
    }),
    (context) => {
      const { whose } = context.req.valid('query');
      const principal = whose === 'own' ? principalOf(context) : administratorOf(context);
      return download(streamOfText(exported(services, principal, whose)), {
        name: 'feedback.jsonl',
        mediaType: 'application/x-ndjson',
      });
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/feedback/trend',
      tags,
      summary:
        'How many answers and citations were right, week by week: your own, or, for administrators, the totals of everybody',
      request: { query: FeedbackTrendQuerySchema },
      responses: { 200: jsonAnswer(FeedbackTrendSchema, 'Figures'), ...problems },
    }),
    async (context) => {
      const isOwn = context.req.valid('query').whose === 'own';
      const principal = isOwn ? principalOf(context) : administratorOf(context);
      const trend = feedbackTrend(await services.feedback.days(isOwn ? principal.user.id : null));
      return context.json({ ...trend, people: isOwn ? 1 : await services.feedback.people() }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/feedback/{id}/replay',
      tags,
      summary:
        "What today's search finds of the passages that you judged, and what today's check says of them",
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(FeedbackReplaySchema, 'Then and now'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const feedback = await services.feedback.get(principal.viewer, context.req.valid('param').id);
      if (!feedback) throw new NotFound('There is no such feedback.');
      return context.json(await replayed(services, principal, feedback), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/feedback/{id}',
      tags,
      summary: 'Delete your feedback on an answer, with what was kept of the answer',
      request: { params: IdParamSchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const { user } = principalOf(context, 'write');
      if (!(await services.feedback.delete(user.id, context.req.valid('param').id)))
        throw new NotFound('There is no such feedback.');
      return context.body(null, 204);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/feedback',
      tags,
      summary: 'Delete all your feedback on answers',
      responses: { 200: jsonAnswer(FeedbackDeletedSchema, 'How much was deleted'), ...problems },
    }),
    async (context) => {
      const { user } = principalOf(context, 'write');
      return context.json({ deleted: await services.feedback.deleteOfUser(user.id) }, 200);
    },
  );
}

/** The turn as the user sees it, since that is what they judge. */
async function snapshotOf(
  services: Storage & Conversations,
  principal: Principal,
  of: { turn: TurnRow; conversation: Conversation },
): Promise<FeedbackSnapshot> {
  const { turn, conversation } = of;
  const rows = await services.messages.getMany(conversation.id, [
    turn.userMessageId,
    turn.assistantMessageId,
  ]);
  const asked = rows.find(({ id }) => id === turn.userMessageId);
  const answer = rows.find(({ id }) => id === turn.assistantMessageId);
  if (!answer) throw new NotFound('There is no such answer.');
  const withholding = await withholdingFor(services, principal.viewer, conversation);
  const { view, steps } = shownContent(answer.id, assistantContentOf(answer), withholding);
  const { scope = [] } = turn.request;
  return feedbackSnapshot({ question: asked?.text ?? '', scope, modelId: turn.modelId, view, steps });
}

async function pageOf(
  services: Storage & Accounts & Conversations,
  principal: Principal,
  options: { whose: FeedbackReach; limit: number; cursor?: string | null | undefined },
) {
  const { whose: reach, limit, cursor } = options;
  const page = await services.feedback.list({ viewer: principal.viewer, reach, limit, cursor });
  const kept = reach === 'own' ? page.rows : await stillSeen(services, page.rows);
  const rows = await Promise.all(kept.map((row) => feedbackRow(services, principal, row, reach)));
  return { rows, cursor: page.cursor };
}

/** Drops feedback on conversations that are no longer shared with its author, so administrators do not see them. */
async function stillSeen(
  services: Accounts & Conversations,
  rows: readonly Feedback[],
): Promise<readonly Feedback[]> {
  const isSeen = await Promise.all(
    rows.map(async ({ userId, conversationId }) => {
      const giver = await principalWhoAsked(services, userId);
      return giver !== null && (await services.conversations.get(giver.viewer, conversationId)) !== null;
    }),
  );
  return rows.filter((_, index) => isSeen[index]);
}

/** A few at a time. */
async function* exported(
  services: Storage & Accounts & Conversations,
  principal: Principal,
  whose: FeedbackReach,
): AsyncGenerator<string> {
  let cursor: string | null = null;
  do {
    const page = await pageOf(services, principal, { whose, limit: EXPORTED_AT_ONCE, cursor });
    yield page.rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    ({ cursor } = page);
  } while (cursor !== null);
}
