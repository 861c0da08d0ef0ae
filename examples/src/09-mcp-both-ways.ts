// MCP both ways: Ibid uses the tools of another MCP server, and offers search, read and ask to any MCP client.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { scriptedModel } from '@ibid/core/testing';
import { createServer } from '@ibid/server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

// Somebody else's MCP server, with one tool.
const depths = createMcpHandler(() => {
  const server = new McpServer({ name: 'depths', version: '1.0.0' });
  const inputSchema = z.object({ berth: z.number() });
  server.registerTool('depth', { description: 'Depth at a berth.', inputSchema }, async ({ berth }) => ({
    content: [{ type: 'text', text: `Berth ${berth} is ${berth + 4} metres deep.` }],
  }));
  return server;
});
const other = createAdaptorServer({ fetch: (request) => depths.fetch(request) }) as Server;
await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));

// Ibid's server with a scripted model. Set yours on the page or in the environment.
const model = scriptedModel([
  [{ call: 'harbour_depth', input: { berth: 3 } }],
  [{ text: 'Berth 3 is 7 metres deep.' }],
]);
const dataFolder = await mkdtemp(join(tmpdir(), 'ibid-example-'));
const server = await createServer({
  dataFolder,
  port: 0,
  logLevel: 'silent',
  embedder: 'none',
  environment: {},
  models: [{ id: 'example/scripted', name: 'Scripted', model, isLanguageModel: true }],
});
const { url } = await server.listen();
const { port } = other.address() as AddressInfo;
const set = await fetch(`${url}/api/settings`, {
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    system: { mcpServers: [{ id: 'harbour', url: `http://127.0.0.1:${port}/`, enabled: true }] },
  }),
});
assert.equal(set.status, 200);

// Any MCP client asks Ibid, which asks the other server.
const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
const { tools } = await client.listTools();
assert.deepEqual(tools.map(({ name }) => name).sort(), ['ask', 'read', 'search']);
const asked = await client.callTool({ name: 'ask', arguments: { question: 'How deep is berth 3?' } });
console.log(asked.content);
assert.match(JSON.stringify(asked.content), /Berth 3 is 7 metres deep/);
assert.match(JSON.stringify(model.requests[1]?.prompt), /Berth 3 is 7 metres deep/, 'the tool was called');

await client.close();
await server.close();
await depths.close();
other.closeAllConnections();
await new Promise((resolve) => other.close(resolve));
await rm(dataFolder, { recursive: true });
