import { createRoute } from '@hono/zod-openapi';
import { SettingsChangeSchema, SettingsSchema } from '../api/schemas/index.js';
import { administratorOf, principalOf } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, jsonBody, problems } from '../http/route-parts.js';
import type { Budgets, Configuration, Models } from '../services.js';
import { changeSystemSettings, changeUserSettings, settingsView } from '../settings/change-settings.js';

export function registerSettingsRoutes(api: Api, services: Configuration & Budgets & Models): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/settings',
      tags: ['Settings'],
      summary: 'Your settings and, for administrators, those of the system',
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
      summary:
        'Change settings; fields you leave out keep their values. Settings of the system: administrators only',
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
}
