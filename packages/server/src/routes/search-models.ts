import { createRoute, z } from '@hono/zod-openapi';
import { isModelName } from '@ibid/retrieval/internal';
import { SearchModelsSchema } from '../api/schemas/index.js';
import { administratorOf } from '../auth/access.js';
import { Conflict, NotFound } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, problems } from '../http/route-parts.js';
import { searchModelsView } from '../models/search-models/search-models-view.js';
import type { KnowledgeAccess, Models } from '../services.js';

/** MOD-5. Models are selected in the settings: `models.embedding` and `models.reranking`. */
export function registerSearchModelRoutes(api: Api, services: KnowledgeAccess & Models): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/search-models',
      tags: ['Models'],
      summary:
        'Search models: in use, downloading, on this machine, and others to choose; administrators only',
      responses: { 200: jsonAnswer(SearchModelsSchema, 'Search models'), ...problems },
    }),
    async (context) => {
      administratorOf(context);
      return context.json(await searchModelsView(services), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/search-models',
      tags: ['Models'],
      summary: 'Delete a downloaded model that is not in use',
      request: {
        query: z.object({ name: z.string().max(300).describe('Its name at the hub, such as owner/name') }),
      },
      responses: { 200: jsonAnswer(SearchModelsSchema, 'The search models after the deletion'), ...problems },
    }),
    async (context) => {
      administratorOf(context);
      const { name } = context.req.valid('query');
      const { searchModels, models } = services;
      const set = [await models.chosenFor('embedding'), await models.chosenFor('reranking')];
      if (set.includes(`hub:${name}`))
        throw new Conflict('This model is in use. Choose another one first.', 'model_in_use');
      if (!isModelName(name) || !(await searchModels.local.remove(name)))
        throw new NotFound(`There is no downloaded model "${name}".`);
      return context.json(await searchModelsView(services), 200);
    },
  );
}
