import type { Feedback } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import type {
  Agents,
  Configuration,
  Conversations,
  KnowledgeAccess,
  Projects,
  Storage,
} from '../services.js';
import { readUserSettings } from '../settings/system-settings.js';
import { chooseKnowledge } from '../turns/choose-knowledge.js';
import { seenSnapshot } from './feedback-views.js';
import { replayFeedback, type ReplayedFeedback } from './replay-feedback.js';

const HITS = 10;
const QUERY_CHARACTERS = 2_000;

/** ANS-5: with the current knowledge, rights and settings of the conversation. */
export async function replayed(
  services: Configuration & Storage & Conversations & Agents & Projects & KnowledgeAccess,
  principal: Principal,
  feedback: Feedback,
): Promise<ReplayedFeedback> {
  const { viewer } = principal;
  const snapshot = await seenSnapshot(services, principal, feedback, 'own');
  const conversation = await services.conversations.get(viewer, feedback.conversationId);
  const { agentId = null, projectId = null } = conversation ?? {};
  const { knowledge } = await chooseKnowledge({
    services,
    principal,
    conversationId: feedback.conversationId,
    agent: agentId === null ? null : await services.agents.get(viewer, agentId),
    project: projectId === null ? null : await services.projects.get(viewer, projectId),
    scope: snapshot.scope,
    disabledByUser: (await readUserSettings(services.settings, principal.user.id)).disabledKnowledgeBases,
  });
  return replayFeedback({
    said: feedback,
    snapshot,
    search: (query) =>
      knowledge.search({ query: query.slice(0, QUERY_CHARACTERS), mode: 'hybrid', topK: HITS }),
    isThere: async (itemId) => (await services.knowledge.reader.getItem(viewer, itemId)) !== null,
  });
}
