import { createRoute } from '@hono/zod-openapi';
import { PeopleSchema } from '../api/schemas/index.js';
import { principalOf, requireScope } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, problems } from '../http/route-parts.js';
import type { Accounts } from '../services.js';

const BUILT_IN_ROLES = ['administrator', 'member'];

/**
 * Users to share with: names only, for everyone who is logged in. Read-only keys have no access, since they cannot
 * share.
 */
export function registerPeopleRoute(api: Api, services: Accounts): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/people',
      tags: ['Users'],
      summary: 'Names of users and roles, for sharing with them',
      responses: { 200: jsonAnswer(PeopleSchema, 'People and roles'), ...problems },
    }),
    async (context) => {
      requireScope(principalOf(context), 'write');
      const users = (await services.users.list()).filter((user) => !user.disabled);
      const roles = new Set([...BUILT_IN_ROLES, ...users.flatMap((user) => user.groups)]);
      return context.json(
        { users: users.map(({ id, name }) => ({ id, name })), roles: [...roles].toSorted() },
        200,
      );
    },
  );
}
