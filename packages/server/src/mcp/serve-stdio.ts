import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { localUser } from '../auth/authenticate.js';
import type { TurnWork } from '../services.js';
import { LineLimit } from './line-limit.js';
import { mcpServer } from './mcp-server.js';

/** Less than the library takes: beyond its own limit it would give the connection up. */
const MOST_LINE_BYTES = 4_000_000;
const MOST_LOGGED = 300;

/** Until standard input ends: that is how clients of this kind say good-bye. */
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
