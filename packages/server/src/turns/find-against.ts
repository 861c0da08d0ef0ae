import { findCounterEvidence, numberSources, sourceDate, sourceOf } from '@ibid/core/internal';
import type { CounterEvidence, Source } from '@ibid/core/internal';
import { datedMetadata, toChunk } from '@ibid/retrieval/internal';
import type { Conversation } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import type { Agents, Configuration, Conversations, KnowledgeAccess, Projects } from '../services.js';
import { readUserSettings } from '../settings/system-settings.js';
import { chooseKnowledge } from './choose-knowledge.js';

const MOST_HITS = 40;
const QUERY_CHARACTERS = 2_000;

/**
 * CIT-9: passages from the knowledge bases visible to the user that contradict a claim, as numbered sources of the
 * conversation. They get numbers only where nothing else assigns them: in one's own conversation, while no turn runs.
 */
export async function findAgainst(
  services: Configuration & Conversations & Agents & Projects & KnowledgeAccess,
  principal: Principal,
  options: { conversation: Conversation; claim: string },
) {
  const { conversation, claim } = options;
  const { viewer } = principal;
  const { knowledge } = await chooseKnowledge({
    services,
    principal,
    conversationId: conversation.id,
    agent: conversation.agentId ? await services.agents.get(viewer, conversation.agentId) : null,
    project: conversation.projectId ? await services.projects.get(viewer, conversation.projectId) : null,
    scope: [],
    disabledByUser: (await readUserSettings(services.settings, principal.user.id)).disabledKnowledgeBases,
  });
  const query = claim.slice(0, QUERY_CHARACTERS);
  const hits = await knowledge.search({ query, mode: 'hybrid', topK: MOST_HITS });
  const found = findCounterEvidence({ claim, chunks: hits.map(toChunk) });
  const sources = await numbered(services, principal, conversation, found);
  return Promise.all(
    found.map(async ({ chunk, passage, reason }) => {
      const item = await services.knowledge.reader.getItem(viewer, chunk.itemId);
      return {
        number: sources.find(({ itemId }) => itemId === chunk.itemId)?.number ?? null,
        itemId: chunk.itemId,
        title: chunk.title,
        url: chunk.url ?? null,
        date: item ? sourceDate(datedMetadata(item)) : null,
        passage,
        reason,
      };
    }),
  );
}

async function numbered(
  services: Conversations,
  principal: Principal,
  conversation: Conversation,
  found: readonly CounterEvidence[],
): Promise<readonly Source[]> {
  const ledger = await services.sources.load(conversation.id);
  const isOwn = conversation.ownerId === principal.user.id;
  if (!isOwn || found.length === 0 || (await services.turns.running(conversation.id))) return ledger.sources;
  const chunks = found.map(({ chunk }) => chunk).filter(({ itemId }) => !sourceOf(ledger, itemId));
  const { sources } = numberSources({ ledger, chunks });
  await services.sources.save({ conversationId: conversation.id, turnId: null, sources });
  // Read again: another process may have assigned the number first.
  return (await services.sources.load(conversation.id)).sources;
}
