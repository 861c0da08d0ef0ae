import { packagedSystemPrompt } from '@ibid/core';
import type {
  AnswerReview,
  AskSecondOpinion,
  AttachedFile,
  DescriptorSettings,
  EmbedTexts,
  PastTurn,
  ReadSource,
  TokenUsage,
  Tool,
  TurnContextInput,
  UserMessage,
} from '@ibid/core/internal';
import { knowledgeSourceReader } from '@ibid/store/internal';
import type { Agent, Conversation, MessageNode, Project } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import type { ResolvedModel } from '../models/model-registry.js';
import { costOf, priceOf } from '../models/model-prices.js';
import type { Files, Projects, Services, TurnWork } from '../services.js';
import { withholdingFor } from '../sharing/withholding.js';
import type { Withholding } from '../sharing/withholding.js';
import { readSystemSettings, readUserSettings } from '../settings/system-settings.js';
import { toolSettings } from '../settings/tool-settings.js';
import type { SystemSettings } from '../settings/system-settings.js';
import { chooseKnowledge } from './choose-knowledge.js';
import { chooseTools } from './choose-tools.js';
import { searchesFirst } from './search-first.js';
import { toAttachedFile } from './load-attachments.js';
import { loadPastTurns } from './load-branch.js';
import { reviewOfTurn } from './review-of-turn.js';
import type { AskedReview } from './review-of-turn.js';

export interface TurnParticulars {
  conversation: Conversation;
  tree: readonly MessageNode[];
  /** The last message before the current one; null at the start. */
  parentId: string | null;
  user: UserMessage;
  agent: Agent | null;
  project: Project | null;
  model: ResolvedModel;
  scope: readonly string[];
  review?: AskedReview;
}

export interface PreparedTurn {
  context: TurnContextInput;
  tools: Tool[];
  /** CIT-7: search the documents before calling the model. */
  searchesFirst: boolean;
  maxSteps: number;
  costOf: (usage: TokenUsage) => number | undefined;
  readSource: ReadSource;
  /** Only if switched on. */
  embedClaims?: EmbedTexts;
  /** CIT-8: only if switched on and the model for small tasks is a language model. */
  secondOpinion?: AskSecondOpinion;
  /** CIT-8, CIT-9: only if switched on or requested. */
  review?: AnswerReview;
}

/** Loads everything that a turn's context depends on, both for a real turn and for a preview. */
export async function prepareTurn(
  services: TurnWork,
  principal: Principal,
  turn: TurnParticulars,
): Promise<PreparedTurn> {
  const conversationId = turn.conversation.id;
  const { tree, parentId: leafId } = turn;
  const withholding = await withholdingFor(services, principal.viewer, turn.conversation);
  const { viewer } = principal;
  const pastTurns = await loadPastTurns(services, { viewer, conversationId, tree, leafId, withholding });
  return prepareContext(services, principal, { ...turn, conversationId, pastTurns, withholding });
}

export async function prepareContext(
  services: TurnWork,
  principal: Principal,
  turn: Pick<TurnParticulars, 'agent' | 'project' | 'model' | 'scope' | 'review'> & {
    conversationId: string;
    pastTurns: readonly PastTurn[];
    withholding?: Withholding | null;
  },
): Promise<PreparedTurn> {
  const system = await readSystemSettings(services.settings);
  const user = await readUserSettings(services.settings, principal.user.id);
  const { agent, model, project, conversationId, scope } = turn;
  const chosen = await chooseKnowledge({
    services,
    principal,
    conversationId,
    agent,
    project,
    scope,
    disabledByUser: user.disabledKnowledgeBases,
  });
  const isFirst = searchesFirst({ system, agent, model, hasKnowledge: chosen.hasKnowledge });
  const price = priceOf(model.id, system.prices);
  return {
    context: {
      model: model.profile,
      settings: system.context,
      systemPrompt: system.systemPrompt === null ? packagedSystemPrompt() : system.systemPrompt || null,
      agent: agent
        ? {
            id: agent.id,
            prompt: agent.prompt,
            replaceSystemPrompt: agent.replaceSystemPrompt,
            reminder: agent.reminder,
          }
        : null,
      project: project
        ? {
            id: project.id,
            name: project.name,
            instructions: project.instructions || null,
            files: await projectFiles(services, project),
          }
        : null,
      pastTurns: turn.pastTurns,
      summary: await services.summaries.load(
        conversationId,
        turn.pastTurns.map((past) => past.user.id),
        turn.withholding?.hides,
      ),
      descriptorsEnabled: system.descriptors.enabled,
      descriptorSettings: handleSizes(system.descriptors),
      userReminder: [system.reminder, user.reminder].filter(Boolean).join('\n\n') || null,
      timeZone: user.timeZone,
    },
    tools: await chooseTools({
      services,
      principal,
      conversationId,
      agent,
      model,
      scope,
      chosen,
      system,
      user,
      searchesFirst: isFirst,
    }),
    searchesFirst: isFirst,
    maxSteps: system.maxSteps,
    costOf: (usage) => (price ? costOf(price, usage) : undefined),
    readSource: knowledgeSourceReader({ store: services.knowledge.reader, viewer: principal.viewer }),
    ...(await reviewOfTurn(services, principal, {
      system,
      conversationId,
      agent,
      chosen,
      asked: turn.review ?? {},
    })),
    ...(toolSettings(system).claimsByMeaning && { embedClaims: claimEmbedder(services) }),
  };
}

function handleSizes(settings: SystemSettings['descriptors']): Partial<DescriptorSettings> {
  const { enabled: _enabled, ...sizes } = settings;
  return sizes;
}

async function projectFiles(services: Projects & Files, project: Project): Promise<AttachedFile[]> {
  const listed = await services.projects.files(project.id);
  const stored = await services.files.getMany(listed.map((file) => file.fileId));
  return Promise.all(
    stored.map(async (file) => {
      const itemId = listed.find((entry) => entry.fileId === file.id)?.itemId ?? null;
      const attached = await toAttachedFile(services, file, null);
      return itemId === null ? attached : { ...attached, itemId };
    }),
  );
}

/**
 * Vectors for the second check of unsupported claims (CIT-5), ahead of documents waiting for theirs; without an
 * embedder, no check. Claim and passage both make statements, so neither is embedded as a query.
 */
function claimEmbedder(services: Pick<Services, 'embedder'>): EmbedTexts {
  return async (texts) => {
    const embedder = await services.embedder;
    return embedder ? embedder.embed(texts, 'document', { isUrgent: true }) : [];
  };
}
