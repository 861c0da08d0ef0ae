import type { Tool } from '@ibid/core';
import {
  agenticContextSearch,
  askUser,
  conversationTools,
  createOpenUrlTool,
  createWebSearchTool,
  defaultRetrievalSettings,
  mayReach,
  queryTableTool,
  readAllTool,
  retrieveContextTool,
} from '@ibid/retrieval/internal';
import type { AgenticContextSearchOptions, Reranker, RetrievalSettings } from '@ibid/retrieval/internal';
import { DynamicToolRepository } from '@ibid/store/internal';
import type { Agent } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import { metered } from '../budgets/metered.js';
import { chosenReranker } from '../models/chosen-reranker.js';
import { outsideKnowledge } from '../mcp/text-as-sources.js';
import type { ResolvedModel } from '../models/model-registry.js';
import { readSettingsFile } from '../models/settings-file.js';
import type { Files, ModelWork, Storage } from '../services.js';
import type { SystemSettings, UserSettings } from '../settings/system-settings.js';
import { agentOptions, toolSettings } from '../settings/tool-settings.js';
import { webSearchProvider } from './web-search-provider.js';
import type { ChosenKnowledge } from './choose-knowledge.js';

/** Read-on tools from earlier searches; more would crowd out the tools themselves. */
const MOST_DYNAMIC_TOOLS = 6;

/** The tools a turn offers, by settings and agent. The model decides which of them to use. */
export async function chooseTools(options: {
  services: ModelWork & Storage & Files;
  principal: Principal;
  conversationId: string;
  agent: Agent | null;
  model: ResolvedModel;
  scope: readonly string[];
  chosen: ChosenKnowledge;
  system: SystemSettings;
  /** The simple search runs before the first step. */
  searchesFirst?: boolean;
  /** Absent if tools are only listed. */
  user?: Pick<UserSettings, 'retrievalInstructions'>;
}): Promise<Tool[]> {
  const { services, agent, chosen, system } = options;
  const set = toolSettings(system);
  const tools: Tool[] = [];
  if (chosen.hasKnowledge) {
    const reranker = await chosenReranker(services);
    const rerank = reranker !== null;
    const simple = retrieveContextTool({ knowledge: chosen.knowledge, rerank });
    // A model that cannot search reliably is not used as a search agent either.
    const isAgentic = set.agentic && options.model.toolSkill === 'good';
    if (isAgentic) tools.push(...(await agentic(options, reranker)));
    // One way to search is enough; agents may request the simple one.
    if (!isAgentic || options.searchesFirst || agent?.tools?.includes(simple.name)) tools.push(simple);
    tools.push(queryTableTool({ knowledge: chosen.knowledge }));
    const model = await metered(services, options.principal, options.model);
    const reader = model.isLanguageModel
      ? { model: model.model, contextWindow: model.profile.contextWindow }
      : null;
    tools.push(readAllTool({ knowledge: chosen.knowledge, reader }));
  }
  if (chosen.hasKnowledge || set.openUrl) {
    const web = set.openUrl
      ? {
          pool: services.preparePool,
          guard: { hosts: system.reachableHosts, resolve: services.outgoing.resolve },
        }
      : null;
    tools.push(createOpenUrlTool({ knowledge: chosen.knowledge, web }));
  }
  tools.push(askUser());
  const webSearch = webSearchProvider(services.options.environment, {
    fetch: services.outgoing.fetch,
    hosts: system.reachableHosts,
  });
  if (webSearch) tools.push(createWebSearchTool({ provider: webSearch }));
  tools.push(...services.options.tools.map(outsideKnowledge));
  const { mcpServers: processes } = await readSettingsFile(services.options.dataFolder);
  if (system.mcpServers.length + processes.length > 0) {
    const { mcpTools } = await import('../mcp/mcp-client-tools.js');
    const reachable = system.mcpServers.filter(({ url }) => mayReach(new URL(url), system.reachableHosts));
    tools.push(...(await mcpTools(services, [...reachable, ...processes])));
  }
  if (!agent?.tools) return tools;
  const allowed = new Set([...agent.tools, ...(options.searchesFirst ? ['retrieve_context'] : [])]);
  return tools.filter((tool) => allowed.has(tool.name));
}

async function agentic(
  options: Parameters<typeof chooseTools>[0],
  reranker: Reranker | null,
): Promise<Tool[]> {
  const { services, principal, conversationId, chosen } = options;
  const dynamicTools = new DynamicToolRepository({ db: services.database.db });
  const now = () => Date.now();
  const records = await dynamicTools.list({
    conversationId,
    ownerId: principal.user.id,
    now: new Date(now()).toISOString(),
    limit: MOST_DYNAMIC_TOOLS,
  });
  return [
    agenticContextSearch({
      store: services.knowledge.reader,
      viewer: principal.viewer,
      settings: retrievalSettings(options),
      models: await retrievalModels(options),
      dynamicTools,
      sampleCache: services.sampleCache,
      ...(reranker ? { rerank: (...asked) => reranker.rerank(...asked) } : {}),
      now,
    }),
    ...(await conversationTools({ records, knowledge: chosen.knowledge })),
  ];
}

/**
 * AGR-7: from the agent's options, otherwise the settings; by default the turn's model searches and the small one
 * classifies.
 */
async function retrievalModels({
  services,
  principal,
  agent,
  model,
}: Parameters<typeof chooseTools>[0]): Promise<AgenticContextSearchOptions['models']> {
  const { models } = services;
  const set = agentOptions(agent);
  const named = async (task: 'classifying' | 'searching') =>
    set[`${task}ModelId`] || (await models.chosenFor(task));
  const resolved = async (id: string | null) => (id ? await models.resolve(id).catch(() => null) : null);
  const searching = (await resolved(await named('searching'))) ?? model;
  const classifying =
    (await resolved(await named('classifying'))) ?? (await resolved(await models.chosen('small')));
  // Without a language model, classification uses only the rules, as it would anyway.
  const search = await metered(services, principal, searching);
  const classify = classifying?.isLanguageModel ? await metered(services, principal, classifying) : null;
  return {
    search: search.model,
    classify: classify?.model ?? null,
    searchWindow: searching.profile.contextWindow,
    ...(classifying && { classifyWindow: classifying.profile.contextWindow }),
  };
}

/** AGR-7: merges the configuration of the agent, the administrator and the user. */
function retrievalSettings({
  agent,
  chosen,
  scope,
  system,
  user,
}: Parameters<typeof chooseTools>[0]): RetrievalSettings {
  const set = agentOptions(agent);
  return {
    ...defaultRetrievalSettings,
    preselected: scope,
    managedContext: set.managedContext,
    requirePreselectedContexts: set.requirePreselectedContexts,
    disabledKnowledgeBaseIds: chosen.disabledKnowledgeBaseIds,
    instructions: {
      configuration: set.retrievalInstructions,
      administrator: toolSettings(system).retrievalInstructions,
      user: user?.retrievalInstructions ?? '',
    },
  };
}
