import { createRoute } from '@hono/zod-openapi';
import { EMPTY_AGENT } from '@ibid/store/internal';
import type { Agent, AgentFields } from '@ibid/store/internal';
import {
  AgentChangeSchema,
  AgentSchema,
  IdParamSchema,
  NewAgentSchema,
  listOf,
} from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { Forbidden, NotFound } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, jsonBody, nothing, problems } from '../http/route-parts.js';
import type { Agents } from '../services.js';

const tags = ['Agents'];

async function visibleAgent(services: Agents, principal: Principal, id: string): Promise<Agent> {
  const agent = await services.agents.get(principal.viewer, id);
  if (!agent) throw new NotFound('There is no such agent.');
  return agent;
}

async function ownAgent(services: Agents, principal: Principal, id: string): Promise<Agent> {
  const agent = await visibleAgent(services, principal, id);
  if (agent.ownerId !== principal.user.id) throw new Forbidden('This agent is shared with you for use only.');
  return agent;
}

export function registerAgentRoutes(api: Api, services: Agents): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/agents',
      tags,
      summary: 'Agents you may use',
      responses: { 200: jsonAnswer(listOf(AgentSchema), 'Agents'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const agents = await services.agents.list(principal.viewer);
      return context.json({ rows: agents.map((agent) => agentView(agent, principal)), cursor: null }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/agents',
      tags,
      summary: 'Create an agent',
      request: { body: jsonBody(NewAgentSchema) },
      responses: { 201: jsonAnswer(AgentSchema, 'The agent'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const asked = context.req.valid('json');
      const fields = merged({ ...EMPTY_AGENT, name: asked.name }, asked);
      const agent = await services.agents.create(principal.user.id, fields);
      return context.json(agentView(agent, principal), 201);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/agents/{id}',
      tags,
      summary: 'One agent',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(AgentSchema, 'The agent'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const agent = await visibleAgent(services, principal, context.req.valid('param').id);
      return context.json(agentView(agent, principal), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'patch',
      path: '/api/agents/{id}',
      tags,
      summary: 'Change an agent; fields you leave out keep their values',
      request: { params: IdParamSchema, body: jsonBody(AgentChangeSchema) },
      responses: { 200: jsonAnswer(AgentSchema, 'The agent'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { id } = context.req.valid('param');
      const before = await ownAgent(services, principal, id);
      await services.agents.update(id, merged(before, context.req.valid('json')));
      return context.json(agentView(await visibleAgent(services, principal, id), principal), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/agents/{id}',
      tags,
      summary: 'Delete an agent; its conversations stay',
      request: { params: IdParamSchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const { id } = context.req.valid('param');
      await ownAgent(services, principalOf(context), id);
      await services.agents.delete(id);
      return context.body(null, 204);
    },
  );
}

type Asked = {
  [Key in keyof AgentFields]?: Key extends 'options'
    ? Record<string, unknown> | undefined
    : AgentFields[Key] | undefined;
};

function merged(before: AgentFields, asked: Asked): AgentFields {
  const named = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const { name, description, prompt, replaceSystemPrompt, tools, knowledgeBaseIds } = before;
  const { reminder, modelId, options, sharing } = before;
  return {
    name,
    description,
    prompt,
    replaceSystemPrompt,
    tools,
    knowledgeBaseIds,
    reminder,
    modelId,
    options,
    sharing,
    ...(named as Partial<AgentFields>),
  };
}

function agentView(agent: Agent, principal: Principal) {
  const { ownerId, options, sharing, ...shown } = agent;
  const isOwner = ownerId === principal.user.id;
  return {
    ...shown,
    options: options as Record<string, unknown>,
    sharing: isOwner ? sharing : { ...sharing, sharedWithUsers: [], sharedWithGroups: [] },
    isOwner,
  };
}
