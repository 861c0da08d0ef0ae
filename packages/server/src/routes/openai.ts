import { createRoute, z } from '@hono/zod-openapi';
import type { Citation, Source } from '@ibid/core';
import { EMPTY_AGENT } from '@ibid/store/internal';
import type { Context } from 'hono';
import { principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { UpstreamFailed } from '../errors/index.js';
import type { Api, AppEnv } from '../http/app-env.js';
import { eventStream } from '../http/event-stream.js';
import { jsonAnswer, jsonBody, problems, unprocessable } from '../http/route-parts.js';
import { chatCompletion, streamChatCompletion } from '../openai/chat-completions.js';
import { ChatCompletionRequestSchema } from '../openai/chat-request.js';
import type { CallerMessage, CallerTool } from '../openai/chat-request.js';
import type { AnswerEnd } from '../openai/answer-events.js';
import { EmbeddingRequestSchema, createEmbeddings } from '../openai/embeddings.js';
import { responseChain } from '../openai/response-chain.js';
import { ResponsesRequestSchema, toCallerTools } from '../openai/responses-request.js';
import { createResponse } from '../openai/responses.js';
import { listOpenAIModels, openAIModel, resolveOpenAIModel } from '../openai/resolve-openai-model.js';
import { modelSettings, toolChoice } from '../openai/model-settings.js';
import { sourceList, wantsSourcesInText } from '../openai/sources-in-text.js';
import { passThroughTool, toCallerTurn } from '../openai/to-detached-turn.js';
import type { Answering, TurnWork } from '../services.js';
import { runDetachedTurn } from '../turns/run-detached-turn.js';

const tags = ['OpenAI-compatible'];

/**
 * API-1: the API of OpenAI, for existing clients. Agents are models. Only responses are stored, so requests can
 * continue from them.
 */
export function registerOpenAIRoutes(api: Api, services: TurnWork & Answering): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/v1/models',
      tags,
      summary: 'The default set-up and the agents, as models',
      responses: {
        200: jsonAnswer(z.looseObject({ data: z.array(z.looseObject({})) }), 'Models'),
        ...problems,
      },
    }),
    async (context) => {
      const data = await listOpenAIModels(services, principalOf(context));
      return context.json({ object: 'list', data }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/v1/models/{id}',
      tags,
      summary: 'The default set-up or one agent, as a model',
      request: { params: z.object({ id: z.string().max(300) }) },
      responses: { 200: jsonAnswer(z.looseObject({}), 'The model'), ...problems },
    }),
    async (context) => {
      const { id } = context.req.valid('param');
      return context.json(await openAIModel(services, principalOf(context), id), 200);
    },
  );
  // Model names contain slashes, which clients send unescaped.
  api.get('/v1/models/:first/:rest{.+}', async (context) => {
    const { first, rest } = context.req.param();
    return context.json(await openAIModel(services, principalOf(context), `${first}/${rest}`), 200);
  });

  api.openapi(
    createRoute({
      method: 'post',
      path: '/v1/embeddings',
      tags,
      summary: 'Vectors from the model used for search by meaning',
      request: { body: jsonBody(EmbeddingRequestSchema) },
      responses: { 200: jsonAnswer(z.looseObject({}), 'The vectors'), ...problems, ...unprocessable },
    }),
    async (context) => {
      principalOf(context);
      return context.json(await createEmbeddings(services, context.req.valid('json')), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/v1/chat/completions',
      tags,
      summary: 'One answer, streamed or not; citations are `url_citation` annotations',
      request: { body: jsonBody(ChatCompletionRequestSchema) },
      responses: { 200: answer('The completion'), ...problems },
    }),
    async (context) => {
      const request = context.req.valid('json');
      const started = await begin(services, principalOf(context), {
        request,
        messages: request.messages,
        tools: request.tools ?? [],
        origin: originOf(context),
      });
      const options = { ...started, model: request.model };
      if (request.stream) {
        const includeUsage = request.stream_options?.include_usage === true;
        return streamed(context, started.handle.stop, (write) =>
          streamChatCompletion({ ...options, includeUsage, write }),
        );
      }
      const { completion, end } = await chatCompletion(options);
      if (end.failure) throw new UpstreamFailed(end.failure);
      return context.json(completion, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/v1/responses',
      tags,
      summary: 'One answer in the form of responses, streamed or not',
      request: { body: jsonBody(ResponsesRequestSchema) },
      responses: { 200: answer('The response'), ...problems },
    }),
    async (context) => {
      const request = context.req.valid('json');
      const chain = await responseChain(services, principalOf(context), request);
      const started = await begin(services, principalOf(context), {
        request,
        messages: chain.messages,
        sources: chain.sources,
        tools: toCallerTools(request),
        origin: originOf(context),
      });
      const instructions = request.instructions ?? null;
      const { id, previousResponseId, isStored } = chain;
      const options = {
        ...started,
        id,
        previousResponseId,
        isStored,
        model: request.model,
        instructions,
        onAnswer: (end: AnswerEnd) => chain.keep(started.handle, end),
      };
      if (request.stream)
        return streamed(context, started.handle.stop, (write) =>
          createResponse(options, (event) =>
            write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
          ),
        );
      const { response, end } = await createResponse(options);
      if (end.failure) throw new UpstreamFailed(end.failure);
      return context.json(response as Record<string, unknown>, 200);
    },
  );
}

function answer(description: string) {
  return {
    description,
    content: {
      'application/json': { schema: z.looseObject({}) },
      'text/event-stream': { schema: z.string() },
    },
  };
}

async function begin(
  services: TurnWork,
  principal: Principal,
  asked: {
    request: { model: string; ibid?: unknown; tool_choice?: unknown } & Record<string, unknown>;
    messages: readonly CallerMessage[];
    tools: readonly CallerTool[];
    sources?: readonly Source[];
    origin: string;
  },
) {
  const { request, origin } = asked;
  const { model, inText } = wantsSourcesInText(request);
  const { agent, modelId } = await resolveOpenAIModel(services, principal, model);
  const { isLanguageModel } = await services.models.resolve(modelId);
  const settings = modelSettings(request, isLanguageModel);
  const names = asked.tools.map((tool) => tool.function.name);
  const choice = toolChoice(request.tool_choice, names);
  const { instructions, ...turn } = toCallerTurn(asked.messages);
  const prompt = [agent?.prompt, instructions].filter(Boolean).join('\n\n');
  const handle = await runDetachedTurn(services, principal, {
    ...turn,
    modelId,
    agent: prompt ? { ...(agent ?? callerAgent(principal)), prompt } : agent,
    // `tool_choice` does not affect our own tools, which read the documents.
    tools: choice.offers ? asked.tools.map(passThroughTool) : [],
    modelSettings: settings,
    ...(choice.forced === null ? {} : { forcedTool: choice.forced }),
    ...(asked.sources ? { sources: asked.sources } : {}),
  });
  const closing = (citations: readonly Citation[]) => (inText ? sourceList(citations, origin) : '');
  return { handle, callerTools: new Set(names), origin, closing };
}

/** The caller's instructions take the place of an agent's prompt. */
function callerAgent(principal: Principal) {
  const now = new Date(0).toISOString();
  return {
    id: 'caller',
    ownerId: principal.user.id,
    name: 'Caller',
    ...EMPTY_AGENT,
    createdAt: now,
    updatedAt: now,
  };
}

/** Nobody else can watch such a turn, so it ends when its client disconnects. */
function streamed(
  context: Context<AppEnv>,
  stop: () => void,
  run: (write: (frame: string) => void) => Promise<unknown>,
): Response {
  return eventStream(context, (watcher) => {
    void run((frame) => watcher.write(frame)).finally(() => watcher.end());
    return stop;
  });
}

function originOf(context: Context<AppEnv>): string {
  return new URL(context.req.url).origin;
}
