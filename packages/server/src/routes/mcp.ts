import { principalOf } from '../auth/access.js';
import type { Api } from '../http/app-env.js';
import type { createMcp } from '../mcp/mcp-server.js';
import type { TurnWork } from '../services.js';

/** Loaded with the first request: most servers never get one, and all should start quickly. */
export function registerMcpRoute(api: Api, services: TurnWork): void {
  let serve: ReturnType<typeof createMcp> | null = null;
  api.all('/mcp', async (context) => {
    const principal = principalOf(context);
    serve ??= (await import('../mcp/mcp-server.js')).createMcp(services);
    return serve(context.req.raw, principal);
  });
}
