import { request } from 'node:http';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConversationRepository, openDatabase } from '@ibid/store/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';
import { createTestServer, testStore } from './test-store.js';

let folder: string;
let server: IbidServer;
let client: TestClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-border-'));
  const incoming = join(folder, 'blobs', 'incoming');
  await mkdir(incoming, { recursive: true });
  await writeFile(join(incoming, 'abandoned'), 'half of a file');
  await utimes(join(incoming, 'abandoned'), new Date(0), new Date(0));
  await writeFile(join(incoming, 'on-its-way'), 'half of a file');
  server = await createTestServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: { OLLAMA_HOST: 'off' },
  });
  client = new TestClient((await server.listen()).url);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** As text, because JSON.stringify cannot handle this depth. */
function nested(levels: number): string {
  return `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
}

async function sendText(method: string, path: string, body: string) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(client.url + path, { method, headers, body });
  return { status: response.status, text: await response.text() };
}

describe('API-1 at the border', () => {
  it('API-2 answers no page of another site, and under no name that was made to point here', async () => {
    const statusOf = (method: string, path: string, headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        request(client.url + path, { method, headers }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
          .on('error', reject)
          .end();
      });
    const { port } = new URL(client.url);
    for (const path of ['/', '/api/conversations', '/openapi.json'])
      for (const [headers, status] of [
        [{}, 200],
        [{ origin: client.url }, 200],
        [{ host: `localhost:${port}` }, 200],
        [{ origin: 'https://elsewhere.example' }, 403],
        [{ origin: 'http://127.0.0.1.elsewhere.example' }, 403],
        [{ origin: 'null' }, 403],
        [{ host: `elsewhere.example:${port}` }, 403],
        [{ host: `127.0.0.1.elsewhere.example:${port}` }, 403],
      ] as const)
        expect([path, headers, await statusOf('GET', path, headers)]).toEqual([path, headers, status]);
    const form = { origin: 'https://elsewhere.example', 'content-type': 'text/plain' };
    expect(await statusOf('POST', '/api/conversations', form)).toBe(403);
  });

  it('a chat has an id that is the name of a folder, and is deleted whatever its id is', async () => {
    const messages = [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }];
    for (const id of ['a.b', 'a:b~c', '..', 'x'.repeat(65)]) {
      const answer = await client.send('POST', '/api/ui/chat', { id, messages });
      expect(`${id} ${answer.status}`).toBe(`${id} 400`);
    }
    expect((await client.send('POST', '/api/ui/chat', { id: 'my-chat_1', messages })).status).toBe(200);
    // As earlier versions allowed.
    const { databaseUrl } = await testStore(folder);
    const database = await openDatabase(databaseUrl ? { url: databaseUrl } : { folder });
    await new ConversationRepository(database.db).create({ id: 'old.chat:1', ownerId: 'local' });
    await database.close();
    expect((await client.send('DELETE', '/api/conversations/old.chat:1')).status).toBe(204);
    expect((await client.send('DELETE', '/api/conversations/old.chat:1')).status).toBe(404);
  });

  it('says how many fields of metadata can be asked for, and how deep JSON may be', async () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, number) => [`field${number}`, number]));
    const search = (metadata: object) =>
      client.send('POST', '/api/search', { query: 'words', filter: { metadata } });
    expect((await search(fields(20))).status).toBe(200);
    const many = await search(fields(2000));
    expect(many.status).toBe(400);
    expect(JSON.stringify(many.body)).toContain('At most 20 fields');
    const deep = `{"query":"words","filter":{"metadata":${nested(20_000)}}}`;
    for (const [method, path, body] of [
      ['POST', '/api/search', deep],
      ['POST', '/api/agents', `{"name":"A","options":${nested(20_000)}}`],
      ['PUT', '/api/settings', `{"system":{"tools":${nested(20_000)}}}`],
    ] as const) {
      const answer = await sendText(method, path, body);
      expect(`${path} ${answer.status}`).toBe(`${path} 400`);
      expect(answer.text).toContain('nested 32 levels deep at most');
    }
    expect((await sendText('POST', '/api/agents', `{"name":"A","options":${nested(20)}}`)).status).toBe(201);
  });

  it('names and titles hide nothing and turn nothing round, whatever they name', async () => {
    const name = 'Bud\u200bget\u202e\u2066 2\u20600\u061c26\u2069';
    const plain = 'Budget 2026';
    const named = await client.post<{ id: string; name: string }>('/api/knowledge-bases', { name });
    expect(named.name).toBe(plain);
    const path = `/api/knowledge-bases/${named.id}`;
    expect((await client.send('PATCH', path, { name })).body).toMatchObject({ name: plain });
    for (const [address, body] of [
      ['/api/projects', { name }],
      ['/api/agents', { name, prompt: 'Answer.' }],
      ['/api/tables', { name, run: false }],
    ] as const)
      expect([address, (await client.send('POST', address, body)).body]).toMatchObject([
        address,
        { name: plain },
      ]);
    const { id } = await client.newConversation();
    const titled = await client.send('PATCH', `/api/conversations/${id}`, { title: name });
    expect(titled.body).toMatchObject({ title: plain });
    const report = { question: `${name}?`, plan: [{ title: name, question: 'What is in it?' }] };
    expect(await client.post('/api/reports', report)).toMatchObject({
      question: `${plain}?`,
      sections: [{ title: plain }],
    });
    for (const hidden of ['\u200b\u2060', '\u202e', '\u3164'])
      expect((await client.send('POST', '/api/knowledge-bases', { name: hidden })).status).toBe(400);
    const user = await client.send('POST', '/api/users', { name, password: 'long enough to be one' });
    expect(user.status).toBe(400);
  });

  it('keeps the inside of the server out of what MCP says', async () => {
    const call = async (name: string, input: object) =>
      JSON.stringify(
        (
          await client.send<string>(
            'POST',
            '/mcp',
            { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } },
            { accept: 'application/json, text/event-stream' },
          )
        ).body,
      );
    const ids = Array.from({ length: 70_000 }, (_, number) => `base-${number}`);
    const many = await call('search', { query: 'words', knowledge_base_ids: ids });
    expect(many).not.toMatch(/SQL|select |bind/u);
    expect(many).toContain('knowledge_base_ids');
    expect(await call('search', { query: 'words', knowledge_base_ids: ids.slice(0, 100) })).not.toContain(
      'isError":true',
    );
  });

  it('clears what is left of uploads that never ended, and leaves those under way', async () => {
    expect(await readdir(join(folder, 'blobs', 'incoming'))).toEqual(['on-its-way']);
  });
});
