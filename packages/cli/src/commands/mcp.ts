import { EXIT } from '../command-context.js';
import { defaultDataFolder } from '../connect.js';

/**
 * `ibid mcp`: search, read and ask for an MCP client that starts this process. Standard output is reserved for the
 * client.
 */
export async function mcp(options: { data?: string }): Promise<number> {
  const { createServer } = await import('@ibid/server');
  const server = await createServer({
    dataFolder: options.data ?? defaultDataFolder(),
    mode: 'local',
    logLevel: 'warn',
  });
  try {
    await server.serveMcp();
    return EXIT.ok;
  } finally {
    await server.close();
  }
}
