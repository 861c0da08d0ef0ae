import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { defineTool } from '@ibid/core';
import type { Tool, ToolOutcome } from '@ibid/core';
import { z } from 'zod';
import type { Fetch } from '../http/outgoing.js';
import type { McpProcess } from '../models/settings-file.js';
import type { Configuration, Observability, Services } from '../services.js';
import { mcpAccess } from '../settings/seal-secrets.js';
import type { McpAccess } from '../settings/seal-secrets.js';
import type { McpServerSetting } from '../settings/system-settings.js';
import { closeWithServer } from './mcp-connections.js';
import { resultParts } from './result-parts.js';
import { textAsSources } from './text-as-sources.js';

/** Over HTTP, or a child process over standard input and output. */
type McpServerConfig = McpServerSetting | McpProcess;

const CONNECT_MILLISECONDS = 4000;
/** A process has to be started first, possibly by a package manager. */
const START_MILLISECONDS = 30_000;
const LIST_MEMORY_MILLISECONDS = 60_000;

type Transport = Parameters<Client['connect']>[0];

interface Connected {
  client: Client;
  tools: Awaited<ReturnType<Client['listTools']>>['tools'];
  at: number;
}

const connections = new WeakMap<Services['settings'], Map<string, Promise<Connected>>>();

/** Tools of the configured MCP servers. A server that does not answer is skipped and logged; the turn continues. */
export async function mcpTools(
  services: Configuration & Observability,
  servers: readonly McpServerConfig[],
): Promise<Tool[]> {
  const found = await Promise.all(
    servers
      .filter((server) => server.enabled)
      .map(async (server) => {
        try {
          const { client, tools } = await connected(services, server);
          return tools.map((tool) => toTool(server, client, tool));
        } catch (error) {
          services.log.warn(
            { server: server.id, reason: (error as Error).message },
            'an MCP server does not answer',
          );
          return [];
        }
      }),
  );
  return found.flat();
}

function connected(services: Configuration, server: McpServerConfig): Promise<Connected> {
  const known = connections.get(services.settings) ?? new Map<string, Promise<Connected>>();
  connections.set(services.settings, known);
  const key = JSON.stringify(server);
  const open = known.get(key);
  const made = open
    ? open.then((connection) =>
        Date.now() - connection.at < LIST_MEMORY_MILLISECONDS ? connection : relist(connection),
      )
    : 'command' in server
      ? connect(processTransport(server), START_MILLISECONDS)
      : connect(
          httpTransport(server, mcpAccess(services.secrets, server), services.outgoing.fetch),
          CONNECT_MILLISECONDS,
        );
  known.set(key, made);
  if (!open)
    made.then(({ client }) => closeWithServer(services.settings, () => client.close())).catch(() => {});
  made.catch(() => known.delete(key));
  return made;
}

function httpTransport(server: McpServerSetting, access: McpAccess, fetch: Fetch): Transport {
  const url = new URL(server.url);
  url.search = access.query;
  // The headers contain credentials and must not reach any other server.
  return new StreamableHTTPClientTransport(url, {
    requestInit: { headers: access.headers },
    fetch,
  });
}

/** Gets its configured environment, and from ours only what every process needs. */
function processTransport({ command, args, env }: McpProcess): Transport {
  return new StdioClientTransport({ command, args, env, stderr: 'ignore' });
}

async function connect(transport: Transport, patience: number): Promise<Connected> {
  const client = new Client({ name: 'ibid', version: '1' });
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('no answer in time')), patience).unref(),
  );
  await Promise.race([client.connect(transport), late]);
  return relist({ client, tools: [], at: 0 });
}

async function relist(connection: Connected): Promise<Connected> {
  const { tools } = await connection.client.listTools();
  return { ...connection, tools, at: Date.now() };
}

function toTool(server: Pick<McpServerConfig, 'id'>, client: Client, tool: Connected['tools'][number]): Tool {
  return defineTool({
    name: `${server.id}_${tool.name}`.replaceAll(/[^\w-]/gu, '_').slice(0, 64),
    title: tool.title ?? tool.name,
    description: tool.description ?? tool.name,
    inputSchema: schemaOf(tool.inputSchema),
    acceptsDescriptors: handleArguments(tool._meta),
    execute: async (input, context): Promise<ToolOutcome> => {
      const result = await client.callTool(
        { name: tool.name, arguments: input as Record<string, unknown> },
        { signal: context.signal },
      );
      const parts = resultParts(result.content);
      if (result.isError === true) return { text: parts.map(({ text }) => text).join('\n'), isError: true };
      const title = `${server.id}: ${tool.title ?? tool.name}`;
      return textAsSources({ parts, title, origin: `${server.id} ${tool.name}` });
    },
  });
}

/** A tool declares which of its arguments take handles: names under `ibid/acceptsDescriptors` in its `_meta`. */
function handleArguments(meta: Record<string, unknown> | undefined): string[] {
  const names = meta?.['ibid/acceptsDescriptors'];
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** The server validates its arguments itself; an unreadable schema lets everything through. */
function schemaOf(schema: unknown): z.ZodType {
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch {
    return z.looseObject({});
  }
}
