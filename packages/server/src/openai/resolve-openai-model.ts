import type { Agent } from '@ibid/store/internal';
import type { Principal } from '../auth/principal.js';
import type { Agents, Models } from '../services.js';
import { UnknownModel } from '../models/unknown-model.js';

/** The name of the default configuration. */
const DEFAULT_MODEL_NAME = 'ibid';
const AGENT_PREFIX = 'agent/';

/** OpenAI's clients see agents as models: `ibid`, `agent/<id or name>`, or the id of any chat model. */
export async function resolveOpenAIModel(
  services: Agents & Models,
  principal: Principal,
  model: string,
): Promise<{ agent: Agent | null; modelId: string }> {
  if (model === DEFAULT_MODEL_NAME) return { agent: null, modelId: await services.models.chosen('chat') };
  if (model.startsWith(AGENT_PREFIX)) {
    const wanted = model.slice(AGENT_PREFIX.length);
    const agents = await services.agents.list(principal.viewer);
    const agent = agents.find((one) => one.id === wanted || one.name === wanted);
    if (!agent) throw new UnknownModel(model);
    return { agent, modelId: agent.modelId ?? (await services.models.chosen('chat')) };
  }
  await services.models.resolve(model);
  return { agent: null, modelId: model };
}

export async function listOpenAIModels(services: Agents, principal: Principal) {
  const agents = await services.agents.list(principal.viewer);
  const names = [
    DEFAULT_MODEL_NAME,
    `${DEFAULT_MODEL_NAME}+sources`,
    ...agents.map((agent) => `${AGENT_PREFIX}${agent.id}`),
  ];
  return names.map((id) => ({ id, object: 'model' as const, created: 0, owned_by: 'ibid' }));
}

/** Any model that a request may name, listed or not. */
export async function openAIModel(services: Agents & Models, principal: Principal, id: string) {
  await resolveOpenAIModel(services, principal, id.replace(/\+sources$/u, ''));
  return { id, object: 'model' as const, created: 0, owned_by: 'ibid' };
}
