import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A third-party MCP server: `fetch` returns this text, `measure` returns the length of a text and accepts handles. */
export async function startTextMcpServer(text: string): Promise<{
  url: string;
  calls: () => number;
  /** Makes `fetch` fail with this message; null: it works again. */
  failWith: (message: string | null) => void;
  close: () => Promise<void>;
}> {
  let calls = 0;
  let failure: string | null = null;
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'text', version: '1' });
    server.registerTool('fetch', { description: 'Fetches the text.' }, async () => {
      calls += 1;
      if (failure !== null) throw new Error(failure);
      return { content: [{ type: 'text', text }] };
    });
    server.registerTool(
      'measure',
      {
        description: 'Measures a text.',
        inputSchema: z.object({ text: z.string() }),
        _meta: { 'ibid/acceptsDescriptors': ['text'] },
      },
      async ({ text: given }) => ({
        content: [{ type: 'text', text: `It has ${given.length} characters.` }],
      }),
    );
    return server;
  });
  const server = createAdaptorServer({ fetch: (request) => handler.fetch(request) }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    calls: () => calls,
    failWith: (message) => {
      failure = message;
    },
    async close() {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
