import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeOpenAIServer } from '@ibid/core/testing';
import type { FakeOpenAIServer } from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

interface Row {
  id: string;
  name: string;
}

const KEY = 'sk-right';
let folder: string;
let fake: FakeOpenAIServer;
let server: IbidServer;
let client: TestClient;
let items: Row[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-attach-'));
  fake = await startFakeOpenAIServer({ apiKey: KEY });
  await writeFile(
    join(folder, 'settings.json'),
    JSON.stringify({
      providers: [{ id: 'filed', kind: 'openai-compatible', baseUrl: fake.url, apiKey: KEY }],
    }),
  );
  server = await createTestServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: {
      OLLAMA_HOST: 'off',
      IBID_MODEL: 'filed/fake/tokens=3',
      IBID_SMALL_MODEL: 'ibid/extractive',
    },
  });
  client = new TestClient((await server.listen()).url);
  const { id } = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Lights' });
  const form = new FormData();
  const chapters = Array.from(
    { length: 12 },
    (_, number) => `## Chapter ${number}\n\nLamp ${number} burns oil.`,
  );
  form.append('files', new Blob([`# Lamps\n\n${chapters.join('\n\n')}\n`]), 'lamps.md');
  form.append('files', new Blob(['The tide came in and went out again. '.repeat(40_000)]), 'log.txt');
  await client.post(`/api/knowledge-bases/${id}/uploads`, form);
  while (items.length < 2) {
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    items = (await client.get<{ rows: Row[] }>(`/api/knowledge-bases/${id}/items`)).rows;
  }
});

afterAll(async () => {
  await server.close();
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

const itemNamed = (name: string) => items.find((item) => item.name === name)?.id ?? '';

describe('CTX-4 an item picked from search results', () => {
  it('becomes a file with the text of all its chunks, which the model sees under the item’s own number', async () => {
    const { status, body: file } = await client.send(
      'POST',
      `/api/items/${itemNamed('lamps.md')}/attachment`,
    );
    expect(status).toBe(201);
    expect(file).toMatchObject({ name: 'Lamps', state: 'counted', mediaType: 'text/plain' });
    expect(file['tokens']).toBeGreaterThan(50);
    const bytes = await fetch(`${client.url}/api/files/${String(file['id'])}/content`);
    const text = await bytes.text();
    for (let number = 0; number < 12; number += 1) expect(text).toContain(`Lamp ${number} burns oil.`);
    const { id } = await client.newConversation();
    const { turnId } = await client.post<{ turnId: string }>(`/api/conversations/${id}/turns`, {
      text: 'What burns?',
      parentMessageId: null,
      fileIds: [file['id']],
    });
    await client.events(turnId);
    expect(JSON.stringify(fake.requests.at(-1)?.messages)).toContain('Lamp 11 burns oil.');
    const sources = await client.get<{ retrieved: unknown[] }>(`/api/conversations/${id}/sources`);
    expect(JSON.stringify(sources)).toContain(itemNamed('lamps.md'));
  });

  it('is refused with its size and the room there is when it is too large', async () => {
    const { status, body } = await client.send('POST', `/api/items/${itemNamed('log.txt')}/attachment`);
    expect(status).toBe(413);
    expect(body).toMatchObject({ code: 'item_too_large' });
    expect(body['detail']).toMatch(/"log" has \d+ tokens, and \d+ can be attached/u);
  });

  it('must be there', async () => {
    expect((await client.send('POST', '/api/items/nothing/attachment')).status).toBe(404);
  });
});
