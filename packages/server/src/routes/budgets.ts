import { createRoute, z } from '@hono/zod-openapi';
import { BudgetSchema, IdParamSchema, StandingSchema } from '../api/schemas/index.js';
import { administratorOf, principalOf } from '../auth/access.js';
import { LOCAL_USER_ID } from '../auth/principal.js';
import { localUser } from '../auth/authenticate.js';
import { ownBudget, setOwnBudget } from '../budgets/budget.js';
import { standing } from '../budgets/standing.js';
import { NotFound } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, jsonBody, problems } from '../http/route-parts.js';
import type { Accounts, Budgets, Configuration } from '../services.js';

const tags = ['Usage'];
const PersonBudgetSchema = z.object({ own: BudgetSchema, rows: z.array(StandingSchema) });

/** ORG-5: budgets of users; those of roles are system settings. */
export function registerBudgetRoutes(api: Api, services: Configuration & Accounts & Budgets): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/budget',
      tags,
      summary: 'What you have used of your budget, and when it resets',
      responses: { 200: jsonAnswer(z.object({ rows: z.array(StandingSchema) }), 'Standing'), ...problems },
    }),
    async (context) => context.json({ rows: await standing(services, principalOf(context).user) }, 200),
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/users/{id}/budget',
      tags,
      summary: 'The budget of a user and what is used of it; administrators only',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(PersonBudgetSchema, 'Budget'), ...problems },
    }),
    async (context) => {
      administratorOf(context);
      const user = await existing(services, context.req.valid('param').id);
      return context.json(await personView(services, user), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'put',
      path: '/api/users/{id}/budget',
      tags,
      summary:
        "Replace a user's own budget; limits that you leave out are those of the role. Administrators only",
      request: { params: IdParamSchema, body: jsonBody(BudgetSchema) },
      responses: { 200: jsonAnswer(PersonBudgetSchema, 'Budget'), ...problems },
    }),
    async (context) => {
      administratorOf(context);
      const user = await existing(services, context.req.valid('param').id);
      await setOwnBudget(services, user.id, context.req.valid('json'));
      return context.json(await personView(services, user), 200);
    },
  );
}

async function existing(services: Configuration & Accounts, id: string) {
  if (id === LOCAL_USER_ID && services.options.mode === 'local') return localUser().user;
  const user = await services.users.get(id);
  if (!user) throw new NotFound('There is no such user.');
  return user;
}

async function personView(services: Configuration & Budgets, user: Awaited<ReturnType<typeof existing>>) {
  return { own: await ownBudget(services, user.id), rows: await standing(services, user) };
}
