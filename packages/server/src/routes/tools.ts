import { createRoute } from '@hono/zod-openapi';
import { ToolListSchema } from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, problems } from '../http/route-parts.js';
import type { Files, ModelWork, Storage } from '../services.js';
import { listTools } from '../turns/list-tools.js';

export function registerToolRoute(api: Api, services: ModelWork & Storage & Files): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/tools',
      tags: ['Agents'],
      summary: 'Tools that an agent can have, among those switched on now',
      responses: { 200: jsonAnswer(ToolListSchema, 'Tools'), ...problems },
    }),
    async (context) => {
      const rows = await listTools(services, principalOf(context));
      return context.json({ rows }, 200);
    },
  );
}
