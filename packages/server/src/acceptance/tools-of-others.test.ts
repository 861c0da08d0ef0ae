import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defineTool } from '@ibid/core';
import type { Tool } from '@ibid/core';
import { startFakeOpenAIServer } from '@ibid/core/testing';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createServer } from '../create-server.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

const bin = fileURLToPath(new URL('../../../cli/ibid.js', import.meta.url));
const cleanUp: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const undo of cleanUp.splice(0).toReversed()) await undo();
});

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-tools-'));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with one document, filled by a server that has closed again; always a folder, whatever the store. */
async function filledFolder(): Promise<string> {
  const folder = await dataFolder();
  const server = await createServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: { OLLAMA_HOST: 'off' },
  });
  const client = new TestClient((await server.listen()).url);
  const base = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Port' });
  const form = new FormData();
  form.append('files', new Blob(['The harbour master is called Odalys Brandt.']), 'harbour.txt');
  const { body } = await client.send<{ jobId: string }>(
    'POST',
    `/api/knowledge-bases/${base.id}/uploads`,
    form,
  );
  await client.send('GET', `/api/jobs/${body.jobId}/events`);
  await server.close();
  return folder;
}

const environment = { PATH: process.env['PATH'] ?? '', OLLAMA_HOST: 'off', IBID_EMBEDDER: 'none' };

async function asking(
  model: string,
  folder: string,
  more: Record<string, string> = {},
  tools: readonly Tool[] = [],
) {
  const fake = await startFakeOpenAIServer();
  cleanUp.push(fake.close);
  const server = await createTestServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: { OLLAMA_HOST: 'off', IBID_MODEL_URL: fake.url, IBID_MODEL: model, ...more },
    tools,
  });
  cleanUp.push(() => server.close());
  const client = new TestClient((await server.listen()).url);
  const { id } = await client.newConversation();
  const { turnId } = await client.ask(id, 'Who is the harbour master?');
  const { packets } = await client.events(turnId);
  /** API-3: opens a source again by its citation number. */
  const opened = async (number: number) => {
    const path = `/api/conversations/${id}/sources/${number}/text`;
    return (await client.send<{ text: string; title: string; url: string | null }>('GET', path)).body;
  };
  return { packets, opened, client };
}

describe('API-1 MCP over standard input and output', () => {
  it('serves search, read and ask to a client that starts it, with structured results', async () => {
    const folder = await filledFolder();
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [bin, 'mcp', '--data', folder],
        env: environment,
        stderr: 'ignore',
      }),
    );
    cleanUp.push(() => client.close());
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['search', 'read', 'ask']);
    const found = await client.callTool({ name: 'search', arguments: { query: 'harbour master' } });
    const { results } = found.structuredContent as { results: { id: string; text: string }[] };
    expect(results[0]?.text).toContain('Odalys Brandt');
    const answer = await client.callTool({
      name: 'ask',
      arguments: { question: 'Who is the harbour master?' },
    });
    expect(answer.structuredContent).toMatchObject({
      citations: [{ id: results[0]?.id, verdict: 'supported' }],
    });
  });

  it('outlives whatever is sent to it, and writes nothing but messages to standard output', async () => {
    const child = spawn(process.execPath, [bin, 'mcp', '--data', await dataFolder()], { env: environment });
    cleanUp.push(async () => child.kill('SIGKILL'));
    const over = once(child, 'exit');
    let told = '';
    let logged = '';
    child.stdout.on('data', (chunk) => (told += String(chunk)));
    child.stderr.on('data', (chunk) => (logged += String(chunk)));
    const send = (message: unknown) => child.stdin.write(`${JSON.stringify(message)}\n`);
    const listed = async (id: number) => {
      send({ jsonrpc: '2.0', id, method: 'tools/list' });
      await expect.poll(() => told).toMatch(new RegExp(`"id":${id}[,}]`, 'u'));
    };
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await listed(2);
    child.stdin.write('{"jsonrpc": "2.0", broken\n');
    child.stdin.write(Buffer.from([0xff, 0xfe, 0, 1, 0x80, 10, 13, 10]));
    for (const message of [null, [1, 2], 'text', { id: 9 }]) send(message);
    send({ jsonrpc: '2.0', method: 'notifications/of-nobody', params: { secret: 'x' } });
    send({ jsonrpc: '2.0', id: 3, method: 'no/such-method' });
    await listed(4);
    // More than the library accepts in one message, without an end for long.
    for (let part = 0; part < 24; part += 1) child.stdin.write(Buffer.alloc(1_000_000, 'a'));
    child.stdin.write('\n');
    await listed(5);
    child.stdin.end();
    expect(await over).toEqual([0, null]);
    const lines = told.trim().split('\n');
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(told).toContain('"code":-32601');
    expect(logged).toContain('was ignored');
  });
});

describe('API-1 the MCP inspector', () => {
  /** Its command reads its version two folders up, where the whole inspector would be, so create such a folder. */
  const inspectorFolder = async () => {
    const folder = await dataFolder();
    const cli = join(
      dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector-cli')),
      '..',
    );
    await symlink(cli, join(folder, 'cli'));
    await symlink(join(cli, '../..'), join(folder, 'node_modules'));
    await copyFile(join(cli, 'package.json'), join(folder, 'package.json'));
    return join(folder, 'cli/build/index.js');
  };
  let program: string;
  const inspect = async (target: string, words: string[], rest: string[] = []) => {
    const all = [
      '--preserve-symlinks',
      '--preserve-symlinks-main',
      program,
      target,
      ...words,
      ...(rest.length > 0 ? ['--', ...rest] : []),
    ];
    const { stdout } = await promisify(execFile)(process.execPath, all, { env: environment });
    return JSON.parse(stdout) as {
      tools: { name: string }[];
      structuredContent: Record<string, unknown>;
      isError?: boolean;
    };
  };
  const useTool = (name: string, argument: string) => [
    '--method',
    'tools/call',
    '--tool-name',
    name,
    '--tool-arg',
    argument,
  ];

  it.each(['http', 'stdio'] as const)('lists, searches, reads and asks over %s', async (transport) => {
    program = await inspectorFolder();
    const folder = await filledFolder();
    let target = process.execPath;
    let rest = [bin, 'mcp', '--data', folder];
    if (transport === 'http') {
      const server = await createServer({
        dataFolder: folder,
        port: 0,
        logLevel: 'silent',
        embedder: 'none',
        environment: { OLLAMA_HOST: 'off' },
      });
      cleanUp.push(() => server.close());
      target = `${(await server.listen()).url}/mcp`;
      rest = [];
    }
    const { tools } = await inspect(target, ['--method', 'tools/list'], rest);
    expect(tools.map(({ name }) => name)).toEqual(['search', 'read', 'ask']);
    const found = await inspect(target, useTool('search', 'query=harbour master'), rest);
    const [first] = found.structuredContent['results'] as { id: string; text: string }[];
    expect(first?.text).toContain('Odalys Brandt');
    const read = await inspect(target, useTool('read', `id=${first?.id}`), rest);
    expect(JSON.stringify(read.structuredContent)).toContain('Odalys Brandt');
    const answer = await inspect(target, useTool('ask', 'question=Who is the harbour master?'), rest);
    expect(answer.structuredContent).toMatchObject({
      citations: [{ id: first?.id, verdict: 'supported' }],
    });
    expect((await inspect(target, useTool('read', 'id=nothing'), rest)).isError).toBe(true);
  });
});

describe('API-3 what comes from elsewhere is a source like any other', () => {
  it('uses an MCP server that is started as a process, and cites what it returned', async () => {
    const other = await filledFolder();
    const folder = await dataFolder();
    await writeFile(
      join(folder, 'settings.json'),
      JSON.stringify({
        mcpServers: [
          { id: 'port', command: process.execPath, args: [bin, 'mcp', '--data', other], env: environment },
        ],
      }),
    );
    const { packets, opened } = await asking('fake/tools=1,tool=port_ask,cite=1,tokens=10', folder);
    const sources = packets.find((packet) => packet.type === 'tool-sources');
    expect(JSON.stringify(sources)).toContain('port: Ask the documents');
    const citation = packets.findLast((packet) => packet.type === 'citation');
    expect(citation).toMatchObject({ citation: { number: 1, itemId: expect.stringMatching(/^tool_/u) } });
    expect((citation as { citation: { verdict: unknown } }).citation.verdict).not.toBeNull();
    const source = await opened(1);
    expect(source).toMatchObject({ title: expect.stringContaining('port'), url: null });
    expect(source.text).toContain('Odalys Brandt');
    expect(await opened(9)).toMatchObject({ status: 404 });
  });

  it('cites what a tool of the program that runs the server returned, under its own name', async () => {
    const tides = defineTool({
      name: 'tide_table',
      description: 'Tells when high water is.',
      inputSchema: z.looseObject({}),
      execute: async () => {
        const [title, url] = ['Tides at Husum', 'https://tides.example/husum'];
        const text = 'High water at Husum is at 04:01.';
        return { text: '', chunks: [{ itemId: 'husum', chunkId: '1', title, url, text, score: null }] };
      },
    });
    const folder = await dataFolder();
    const { packets, opened } = await asking('fake/tools=1,tool=tide_table,quote', folder, {}, [tides]);
    expect(packets.findLast((packet) => packet.type === 'citation')).toMatchObject({
      citation: { number: 1, itemId: 'tool_husum', title: 'Tides at Husum', verdict: 'supported' },
    });
    expect(await opened(1)).toMatchObject({
      title: 'Tides at Husum',
      url: 'https://tides.example/husum',
      text: 'High water at Husum is at 04:01.',
    });
  });

  it('KB-8 searches the web where a search is set, and cites the pages', async () => {
    const asked: string[] = [];
    const engine = createHttpServer((request, response) => {
      asked.push(request.url ?? '');
      const content = 'Odalys Brandt has been the harbour master since 2019.';
      const results = [{ title: 'Port news', url: 'https://port.example/news', content }];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ results }));
    });
    await new Promise<void>((resolve) => {
      engine.listen(0, '127.0.0.1', resolve);
    });
    cleanUp.push(
      () =>
        new Promise((resolve) => {
          engine.closeAllConnections();
          engine.close(resolve);
        }),
    );
    const { port } = engine.address() as AddressInfo;
    const { packets, opened, client } = await asking(
      'fake/tools=1,tool=web_search,quote',
      await dataFolder(),
      {
        IBID_WEB_SEARCH_URL: `http://127.0.0.1:${port}`,
      },
    );
    expect(asked[0]).toMatch(/^\/search\?q=.*format=json/u);
    expect(packets.findLast((packet) => packet.type === 'citation')).toMatchObject({
      citation: { number: 1, url: 'https://port.example/news', verdict: 'supported' },
    });
    // The page may change; what was shown is stored.
    expect(await opened(1)).toMatchObject({
      url: 'https://port.example/news',
      text: 'Odalys Brandt has been the harbour master since 2019.',
    });
    // Not offered if an administrator lists the reachable hosts and this is not one of them.
    const isOffered = async (reachableHosts: string[]) => {
      await client.send('PUT', '/api/settings', { system: { reachableHosts } });
      const { rows } = await client.get<{ rows: { name: string }[] }>('/api/tools');
      return rows.some(({ name }) => name === 'web_search');
    };
    expect(await isOffered(['docs.example'])).toBe(false);
    expect(await isOffered(['127.0.0.1'])).toBe(true);
  });
});
