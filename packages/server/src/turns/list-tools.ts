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

/** The tools available to agents: those that a turn without an agent offers, and those that an agent may request. */
export async function listTools(
  services: ModelWork & Storage & Files,
  principal: Principal,
): Promise<ListedTool[]> {
  const system = await readSystemSettings(services.settings);
  // No conversation: agents cannot name dynamic tools from searches.
  const nothing = { services, principal, conversationId: '', agent: null, scope: [] };
  const chosen = await chooseKnowledge({ ...nothing, project: null, disabledByUser: [] });
  const model = await services.models.resolve(await services.models.chosen('chat'));
  // Without a knowledge base the search tools are not offered, but an agent may be created before there is one.
  const tools = await chooseTools({ ...nothing, chosen: { ...chosen, hasKnowledge: true }, model, system });
  const simple = retrieveContextTool({ knowledge: chosen.knowledge });
  const all = tools.some((tool) => tool.name === simple.name) ? tools : [simple, ...tools];
  return all.map(({ name, title, description }) => ({ name, title: title ?? null, description }));
}
