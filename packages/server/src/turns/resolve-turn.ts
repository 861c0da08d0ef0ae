import { newId } from '@ibid/store/internal';
import type {
  Agent,
  Conversation,
  MessageNode,
  MessageRow,
  Project,
  UserContent,
} from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { Conflict, InvalidRequest, NotFound } from '../errors/index.js';
import { visibleFiles } from '../files/visible-files.js';
import type { ResolvedModel } from '../models/model-registry.js';
import { requireKnowledge } from '../knowledge/require-knowledge.js';
import type {
  Agents,
  Configuration,
  Conversations,
  Files,
  KnowledgeAccess,
  Models,
  Projects,
  Storage,
} from '../services.js';
import { readUserSettings } from '../settings/system-settings.js';
import { toUserMessage } from './load-branch.js';
import type { TurnParticulars } from './prepare-turn.js';
import type { AskedReview } from './review-of-turn.js';
import type { TurnRequest } from './turn-request.js';

export interface ResolvedTurn {
  userRow: MessageRow;
  /** False if an existing message is answered again. */
  isNewUserMessage: boolean;
  particulars: TurnParticulars;
}

/** Validates everything that a request names and resolves it. Stores nothing. */
export async function resolveTurn(options: {
  services: Configuration & Storage & Conversations & Agents & Projects & Files & Models & KnowledgeAccess;
  principal: Principal;
  conversation: Conversation;
  request: TurnRequest;
}): Promise<ResolvedTurn> {
  const { services, principal, conversation, request } = options;
  const tree = await services.messages.tree(conversation.id);
  const again = request.regenerateOf === undefined ? null : await messageToAnswerAgain(options, tree);
  const parentId = again ? again.parentId : parentOf(tree, conversation, request);
  // What was chosen before stays as it is, even if it was deleted since: it must not block the conversation.
  const named = again ? [] : (request.scope ?? []).filter((entry) => !conversation.scope.includes(entry));
  await requireKnowledge(services, principal.viewer, named);
  const userRow = again ?? (await newUserRow(options, parentId));
  const agent = await agentOf(options);
  return {
    userRow,
    isNewUserMessage: again === null,
    particulars: {
      conversation,
      tree,
      parentId,
      user: await toUserMessage(services, principal.viewer, userRow),
      agent,
      project: await projectOf(services, principal, conversation),
      model: await modelOf(options, agent),
      scope: request.scope ?? conversation.scope,
      ...(request.review && { review: reviewOf(request.review) }),
    },
  };
}

function reviewOf({ repair, against }: NonNullable<TurnRequest['review']>): AskedReview {
  return { ...(repair !== undefined && { repair }), ...(against !== undefined && { against }) };
}

async function messageToAnswerAgain(
  { services, conversation, request }: Parameters<typeof resolveTurn>[0],
  tree: readonly MessageNode[],
): Promise<MessageRow> {
  const node = tree.find(({ id }) => id === request.regenerateOf);
  // A question may have no answer yet, such as the last one of a fork.
  const questionId = node?.role === 'user' ? node.id : node?.parentId;
  const row = questionId ? await services.messages.get(conversation.id, questionId) : null;
  if (!row) throw new NotFound('There is no such answer in this conversation.');
  return row;
}

function parentOf(
  tree: readonly MessageNode[],
  { leafId }: Conversation,
  { parentMessageId: parentId }: TurnRequest,
): string | null {
  if (parentId === undefined && tree.length > 0)
    throw new InvalidRequest(
      `“parentMessageId” is missing: send the id of the answer that this message follows (the branch shown ends with ${leafId}), or null to begin another branch.`,
      'parent_missing',
      'parentMessageId',
    );
  if (parentId === undefined || parentId === null) return null;
  const parent = tree.find((node) => node.id === parentId);
  if (!parent) throw new NotFound('There is no such message in this conversation.', 'parent_not_found');
  if (parent.role !== 'assistant')
    throw new InvalidRequest('A message follows an answer: name an assistant message as its parent.');
  return parentId;
}

async function newUserRow(
  { services, principal, conversation, request }: Parameters<typeof resolveTurn>[0],
  parentId: string | null,
): Promise<MessageRow> {
  const files = await visibleFiles(services, principal, request.fileIds ?? []);
  const waiting = files.filter((file) => file.state === 'uploaded');
  if (waiting.length > 0)
    throw new Conflict(
      `Still reading ${waiting.map((file) => file.name).join(', ')}. Send again in a moment.`,
      'file_not_counted',
    );
  const content: UserContent = {
    fileIds: files.map((file) => file.id),
    fileDescriptors: {},
    descriptor: null,
  };
  return {
    id: newId(),
    conversationId: conversation.id,
    parentId,
    role: 'user',
    text: request.text,
    content,
    turnId: null,
    status: 'complete',
    createdAt: new Date().toISOString(),
  };
}

async function agentOf({
  services,
  principal,
  conversation,
  request,
}: Parameters<typeof resolveTurn>[0]): Promise<Agent | null> {
  const id = request.agentId === undefined ? conversation.agentId : request.agentId;
  if (id === null) return null;
  const agent = await services.agents.get(principal.viewer, id);
  if (!agent && request.agentId) throw new NotFound('There is no such agent.', 'agent_not_found');
  return agent;
}

async function projectOf(
  services: Projects,
  principal: Principal,
  conversation: Conversation,
): Promise<Project | null> {
  return conversation.projectId === null
    ? null
    : services.projects.get(principal.viewer, conversation.projectId);
}

/**
 * MOD-1: the model of the request, otherwise the one chosen in this conversation, the agent's, the user's, the default.
 */
async function modelOf(
  { services, principal, conversation, request }: Parameters<typeof resolveTurn>[0],
  agent: Agent | null,
): Promise<ResolvedModel> {
  const { models } = services;
  if (request.modelId) return models.resolve(request.modelId);
  const kept = request.modelId === null ? null : conversation.modelId;
  // A model that no longer exists must not block the conversation.
  const known = kept ? await models.resolve(kept).catch(() => null) : null;
  if (known) return known;
  const own = agent?.modelId ?? (await readUserSettings(services.settings, principal.user.id)).modelId;
  return models.resolve(own ?? (await models.chosen('chat')));
}
