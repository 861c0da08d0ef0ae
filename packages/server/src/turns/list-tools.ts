import { retrieveContextTool } from '@ibid/retrieval';
import type { Principal } from '../auth/principal.js';
import type { Files, ModelWork, Storage } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { chooseKnowledge } from './choose-knowledge.js';
import { chooseTools } from './choose-tools.js';

export interface ListedTool {
  name: string;
  title: string | null;
  description: string;
}

/** What an agent can be given: the tools that a turn without an agent would offer, and those an agent may ask for. */
export async function listTools(
  services: ModelWork & Storage & Files,
  principal: Principal,
): Promise<ListedTool[]> {
  const system = await readSystemSettings(services.settings);
  // No conversation: the tools that searches leave behind in one are not for agents to name.
  const nothing = { services, principal, conversationId: '', agent: null, scope: [] };
  const chosen = await chooseKnowledge({ ...nothing, project: null, disabledByUser: [] });
  const model = await services.models.resolve(await services.models.chosen('chat'));
  // Without a knowledge base the search tools are not offered, but an agent may be made before there is one.
  const tools = await chooseTools({ ...nothing, chosen: { ...chosen, hasKnowledge: true }, model, system });
  const simple = retrieveContextTool({ knowledge: chosen.knowledge });
  const all = tools.some((tool) => tool.name === simple.name) ? tools : [simple, ...tools];
  return all.map(({ name, title, description }) => ({ name, title: title ?? null, description }));
}
