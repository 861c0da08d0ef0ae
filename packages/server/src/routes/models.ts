import { createRoute, z } from '@hono/zod-openapi';
import {
  ModelListSchema,
  ModelTestResultSchema,
  ModelTestSchema,
  NewProviderIdSchema,
  NewProviderSchema,
} from '../api/schemas/index.js';
import { administratorOf, mayConfigure, principalOf } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, jsonBody, nothing, problems, unprocessable } from '../http/route-parts.js';
import { missingKey } from '../models/provider-kinds.js';
import { testModel } from '../models/test-model.js';
import type { Budgets, Configuration, Models } from '../services.js';
import { addProvider, removeProvider } from '../settings/change-providers.js';

export function registerModelRoutes(api: Api, services: Configuration & Budgets & Models): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/models',
      tags: ['Models'],
      summary: 'Models that can be used, and the state of their providers',
      responses: { 200: jsonAnswer(ModelListSchema, 'Models'), ...problems },
    }),
    async (context) => {
      const isAdministrator = mayConfigure(principalOf(context));
      const list = await services.models.list();
      if (isAdministrator) return context.json(list, 200);
      // Its name and problem may reveal its address.
      const providers = list.providers.map(({ note: _note, ...one }) => ({ ...one, name: one.id }));
      return context.json({ ...list, providers }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/models/test',
      tags: ['Models'],
      summary: 'Make a short test call to a model, to see whether key, name and address are right',
      request: { body: jsonBody(ModelTestSchema) },
      responses: {
        200: jsonAnswer(ModelTestResultSchema, 'Result of the test call'),
        ...problems,
        ...unprocessable,
      },
    }),
    async (context) => {
      administratorOf(context);
      const { modelId, provider, model } = context.req.valid('json');
      if (provider) {
        const { kind, baseUrl = null } = provider;
        const stored = (await services.models.providers()).find((one) => one.id === provider.id);
        const isSame = stored?.kind === kind && stored.baseUrl === baseUrl;
        const apiKey = provider.apiKey ?? (isSame ? stored.apiKey : null);
        const missing = missingKey({ kind, apiKey, baseUrl });
        if (missing !== null)
          return context.json({ ok: false as const, code: 'key_needed', message: missing }, 200);
        const tried = await services.models.attempt({ kind, apiKey, baseUrl }, model ?? null);
        const offered = {
          models: tried.rows,
          embeddingModels: tried.embedding,
          ...(tried.name === null ? {} : { model: tried.name }),
          ...(tried.baseUrl === baseUrl || tried.baseUrl === null ? {} : { baseUrl: tried.baseUrl }),
        };
        if (!tried.model)
          return context.json(
            {
              ok: false as const,
              code: 'no_model',
              message: tried.problem ?? 'It has no model for answers.',
              ...offered,
            },
            200,
          );
        return context.json({ ...(await testModel(tried.model)), ...offered }, 200);
      }
      const resolved = await services.models.resolve(modelId ?? '', { isAnew: true });
      return context.json(await testModel(resolved.model), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/providers',
      tags: ['Models'],
      summary: 'Add a provider, and choose what to use its models for',
      request: { body: jsonBody(NewProviderSchema) },
      responses: { 201: jsonAnswer(NewProviderIdSchema, 'The first part of its models’ ids'), ...problems },
    }),
    async (context) => {
      administratorOf(context);
      return context.json({ id: await addProvider(services, context.req.valid('json')) }, 201);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/providers/{id}',
      tags: ['Models'],
      summary: 'Remove a provider that was added; tasks of its models go back to the default',
      request: { params: z.object({ id: z.string().max(40) }) },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      administratorOf(context);
      await removeProvider(services, context.req.valid('param').id);
      return context.body(null, 204);
    },
  );
}
