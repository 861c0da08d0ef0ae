import { createRoute } from '@hono/zod-openapi';
import {
  ModelListSchema,
  ModelTestResultSchema,
  ModelTestSchema,
  SettingsChangeSchema,
  SettingsSchema,
} from '../api/schemas/index.js';
import { administratorOf, mayConfigure, principalOf } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, jsonBody, problems } from '../http/route-parts.js';
import { testModel } from '../models/test-model.js';
import type { Services } from '../services.js';
import { changeSystemSettings, changeUserSettings, settingsView } from '../settings/change-settings.js';

export function registerSettingsRoutes(api: Api, services: Services): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/settings',
      tags: ['Settings'],
      summary: 'Settings of the asker and, for administrators, of the system',
      responses: { 200: jsonAnswer(SettingsSchema, 'Settings'), ...problems },
    }),
    async (context) => {
      return context.json(await settingsView(services, principalOf(context)), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'put',
      path: '/api/settings',
      tags: ['Settings'],
      summary: 'Change settings; what is not named stays. Those of the system: administrators only',
      request: { body: jsonBody(SettingsChangeSchema) },
      responses: { 200: jsonAnswer(SettingsSchema, 'Settings'), ...problems },
    }),
    async (context) => {
      const { system, user: own } = context.req.valid('json');
      const principal = system ? administratorOf(context) : principalOf(context);
      if (system) await changeSystemSettings(services, system);
      if (own) await changeUserSettings(services, principal.user.id, own);
      return context.json(await settingsView(services, principal), 200);
    },
  );

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
      // Its name, and what is wrong with it, may say its address.
      const providers = list.providers.map(({ note: _note, ...one }) => ({ ...one, name: one.id }));
      return context.json({ ...list, providers }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/models/test',
      tags: ['Models'],
      summary: 'Ask a model one word, to see whether key, name and address are right',
      request: { body: jsonBody(ModelTestSchema) },
      responses: { 200: jsonAnswer(ModelTestResultSchema, 'What came of it'), ...problems },
    }),
    async (context) => {
      administratorOf(context);
      const { modelId, provider, model } = context.req.valid('json');
      if (provider) {
        const { kind, baseUrl = null } = provider;
        const stored = (await services.models.providers()).find((one) => one.id === provider.id);
        const isSame = stored?.kind === kind && stored.baseUrl === baseUrl;
        const apiKey = provider.apiKey ?? (isSame ? stored.apiKey : null);
        const tried = await services.models.attempt({ kind, apiKey, baseUrl }, model ?? null);
        const offered = { models: tried.rows, embeddingModels: tried.embedding };
        if (!tried.model)
          return context.json(
            {
              ok: false as const,
              code: 'no-model',
              message: tried.problem ?? 'It has no model for answers.',
              ...offered,
            },
            200,
          );
        return context.json({ ...(await testModel(tried.model)), ...offered }, 200);
      }
      const resolved = await services.models.resolve(modelId ?? '');
      return context.json(await testModel(resolved.model), 200);
    },
  );
}
