import { principalOf } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import { createMcp } from '../mcp/mcp-server.js';
import type { Services } from '../services.js';

export function registerMcpRoute(api: Api, services: Services): void {
  const serve = createMcp(services);
  api.all('/mcp', (context) => serve(context.req.raw, principalOf(context)));
}
