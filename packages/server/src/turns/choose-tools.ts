import type { Tool } from '@ibid/core';
import {
  agenticContextSearch,
  askUser,
  conversationTools,
  createOpenUrlTool,
  defaultRetrievalSettings,
  retrieveContextTool,
} from '@ibid/retrieval';
import type { RetrievalSettings } from '@ibid/retrieval';
import { DynamicToolRepository } from '@ibid/store';
import type { Agent } from '@ibid/store';
import type { Principal } from '../auth/principal.js';
import type { ResolvedModel } from '../models/model-registry.js';
import type { Services } from '../services.js';
import type { SystemSettings } from '../settings/system-settings.js';
import type { ChosenKnowledge } from './choose-knowledge.js';

/** Earlier finds that a conversation can read on in; more would crowd out the tools themselves. */
const MOST_DYNAMIC_TOOLS = 6;

/** Which tools a turn offers: by settings and by the agent. Which of them it can use, the model itself knows. */
export async function chooseTools(options: {
  services: Services;
  principal: Principal;
  conversationId: string;
  agent: Agent | null;
  model: ResolvedModel;
  scope: readonly string[];
  chosen: ChosenKnowledge;
  system: SystemSettings;
}): Promise<Tool[]> {
  const { services, principal, agent, chosen, system } = options;
  const tools: Tool[] = [];
  if (chosen.hasKnowledge) {
    const simple = retrieveContextTool({ knowledge: chosen.knowledge }) as unknown as Tool;
    const isAgentic = system.tools['agentic'] !== false;
    if (isAgentic) tools.push(...(await agentic(options)));
    // One way to search is enough; the simple one is there for agents that ask for it.
    if (!isAgentic || agent?.tools?.includes(simple.name)) tools.push(simple);
  }
  if (chosen.hasKnowledge || system.tools['openUrl'] === true) {
    const web = system.tools['openUrl'] === true ? { pool: services.preparePool } : null;
    const { reader: store } = services.knowledge;
    tools.push(createOpenUrlTool({ store, viewer: principal.viewer, web }) as unknown as Tool);
  }
  tools.push(askUser());
  if (system.mcpServers.length > 0) {
    const { mcpTools } = await import('../mcp/mcp-client-tools.js');
    tools.push(...(await mcpTools(services, system.mcpServers)));
  }
  return agent?.tools ? tools.filter((tool) => agent.tools?.includes(tool.name)) : tools;
}

async function agentic(options: Parameters<typeof chooseTools>[0]): Promise<Tool[]> {
  const { services, principal, conversationId, chosen, model } = options;
  const dynamicTools = new DynamicToolRepository({ db: services.database.db });
  const small = await services.models.resolve(await services.models.chosen('small')).catch(() => null);
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
      models: { search: model.model, classify: small?.isLanguageModel ? small.model : null },
      dynamicTools,
      now,
    }),
    ...conversationTools({ records, knowledge: chosen.knowledge }),
  ];
}

/** AGR-7: configuration of the agent, of the administrator, of the person. */
function retrievalSettings({
  agent,
  chosen,
  scope,
  system,
}: Parameters<typeof chooseTools>[0]): RetrievalSettings {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    ...defaultRetrievalSettings,
    preselected: scope,
    managedContext: agent?.options['managedContext'] === true,
    requirePreselectedContexts: agent?.options['requirePreselectedContexts'] === true,
    disabledKnowledgeBaseIds: chosen.disabledKnowledgeBaseIds,
    instructions: {
      configuration: text(agent?.options['retrievalInstructions']),
      administrator: text(system.tools['retrievalInstructions']),
      user: '',
    },
  };
}
