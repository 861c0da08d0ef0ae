import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { localUser } from '../auth/authenticate.js';
import type { Services } from '../services.js';
import { mcpServer } from './mcp-server.js';

/** Until standard input ends: that is how clients of this kind say good-bye. */
export async function serveMcpOverStdio(services: Services): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  const handle = serveStdio(() => mcpServer(services, localUser()), {
    onerror: (error) => services.log.warn({ reason: error.message }, 'MCP over standard input'),
  });
  await ended;
  await handle.close();
}
