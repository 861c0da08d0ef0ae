import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { localUser } from '../auth/authenticate.js';
import type { TurnWork } from '../services.js';
import { LineLimit } from './line-limit.js';
import { mcpServer } from './mcp-server.js';

/** Below the library's own limit, beyond which it would drop the connection. */
const MOST_LINE_BYTES = 4_000_000;
const MOST_LOGGED = 300;

/** Runs until standard input ends, which is how such clients disconnect. */
export async function serveMcpOverStdio(services: TurnWork): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  const warn = (reason: string) =>
    services.log.warn({ reason: reason.slice(0, MOST_LOGGED) }, 'MCP over standard input');
  const input = process.stdin.pipe(
    new LineLimit({
      mostBytes: MOST_LINE_BYTES,
      onLeftOut: () => warn(`a message of more than ${MOST_LINE_BYTES} bytes was ignored`),
    }),
  );
  const handle = serveStdio(() => mcpServer(services, localUser()), {
    transport: new StdioServerTransport(input),
    onerror: (error) => warn(error.message),
  });
  await ended;
  await handle.close();
}
