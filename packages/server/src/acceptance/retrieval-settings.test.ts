import { createServer as createHttpServer } from 'node:http';
import type { Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV4, LanguageModelV4Prompt, RerankingModelV4 } from '@ai-sdk/provider';
import { analyseText, extractiveModel } from '@ibid/retrieval/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

/** Ranks texts by how often they contain a word, the opposite of what search would do with these. */
const relevance = (document: string) => document.split('zebra').length - 1;

let folder: string;
let server: IbidServer;
let client: TestClient;
let reranking: Server;
let base: string;
let asked: { model: string; query: string; documents: string[] }[] = [];
let works = true;
const prompts: Record<string, LanguageModelV4Prompt[]> = { chat: [], searching: [], classifying: [] };

/** The built-in model under another name, recording its prompts. */
function recording(name: 'chat' | 'searching' | 'classifying') {
  const inner = extractiveModel({ terms: (text) => analyseText({ text, language: 'en' }) });
  const model: LanguageModelV4 = {
    ...inner,
    modelId: name,
    doGenerate: async (call) => {
      prompts[name]!.push(call.prompt);
      return inner.doGenerate(call);
    },
    doStream: async (call) => {
      prompts[name]!.push(call.prompt);
      return inner.doStream(call);
    },
  };
  return { id: `own/${name}`, name, model, isLanguageModel: true };
}

const ownReranker: RerankingModelV4 = {
  specificationVersion: 'v4',
  provider: 'own',
  modelId: 'rank',
  doRerank: async ({ documents }) => ({
    ranking: (documents.type === 'text' ? documents.values : []).map((text, index) => ({
      index,
      relevanceScore: relevance(String(text)),
    })),
  }),
};

const settings = (change: unknown) => client.send('PUT', '/api/settings', change);
const found = async (rerank: boolean) => {
  const { rows } = await client.post<{ rows: { title: string }[] }>('/api/search', {
    query: 'winch maintenance',
    mode: 'keyword',
    topK: 3,
    rerank,
  });
  return rows.map((row) => row.title);
};
const ask = async (text: string, options: Record<string, unknown> = {}) => {
  const { id } = await client.newConversation();
  const { turnId } = await client.ask(id, text, options);
  await client.events(turnId);
  return client.get<{ rows?: unknown; cited: unknown[]; retrieved: { title: string }[] }>(
    `/api/conversations/${id}/sources`,
  );
};
const textOf = (prompt: LanguageModelV4Prompt | undefined) => JSON.stringify(prompt ?? []);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-retrieval-settings-'));
  reranking = createHttpServer((request, response) => {
    // It has no list of models, which the server requests from every provider.
    if (request.method !== 'POST') return void response.writeHead(404).end();
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked.push(JSON.parse(body) as (typeof asked)[number]);
      response.statusCode = works ? 200 : 503;
      response.setHeader('content-type', 'application/json');
      const results = asked
        .at(-1)!
        .documents.map((document, index) => ({ index, relevance_score: relevance(document) }));
      response.end(JSON.stringify({ results }));
    });
  });
  await new Promise<void>((resolve) => reranking.listen(0, '127.0.0.1', resolve));
  server = await createTestServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: { OLLAMA_HOST: 'off' },
    models: [recording('chat'), recording('searching'), recording('classifying')],
    rerankingModels: [ownReranker],
  });
  client = new TestClient((await server.listen()).url);
  base = (await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Yard' })).id;
  const form = new FormData();
  const texts = {
    'first.txt': 'Winch maintenance: winch maintenance is due in May, winch maintenance.',
    'second.txt': 'Winch maintenance was put off. The zebra stays.',
    'third.txt':
      'Notes on winch and sail maintenance, a zebra, another zebra, a third zebra, and more words.',
  };
  for (const [name, text] of Object.entries(texts)) form.append('files', new Blob([text]), name);
  const { body } = await client.send<{ jobId: string }>('POST', `/api/knowledge-bases/${base}/uploads`, form);
  while ((await client.get(`/api/jobs/${body.jobId}`))['state'] !== 'done')
    await new Promise((resolve) => setTimeout(resolve, 50));
  // A busy machine must not find its connection closed as idle.
  reranking.keepAliveTimeout = 600_000;
  const { port } = reranking.address() as AddressInfo;
  await settings({
    system: {
      providers: [{ id: 'ranks', kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${port}/v1` }],
      models: { chat: 'own/chat' },
    },
  });
});

afterAll(async () => {
  await server.close();
  await new Promise((resolve) => reranking.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

describe('MOD-1 reranking is set separately', () => {
  const plain = ['first', 'second', 'third'];
  const reranked = ['third', 'second', 'first'];

  it('by the address of a server, and search goes on without it when it fails', async () => {
    expect(await found(true)).toEqual(plain);
    await settings({ system: { models: { chat: 'own/chat', reranking: 'ranks/order-1' } } });
    asked = [];
    expect(await found(false)).toEqual(plain);
    expect(asked).toEqual([]);
    expect(await found(true)).toEqual(reranked);
    expect(asked[0]).toMatchObject({ model: 'order-1', query: 'winch maintenance' });
    works = false;
    expect(await found(true)).toEqual(plain);
    works = true;
    await settings({ system: { models: { chat: 'own/chat', reranking: 'nobody/order-1' } } });
    expect(await found(true)).toEqual(plain);
  });

  it('by any reranking model of the AI SDK that the server was given', async () => {
    await settings({ system: { models: { chat: 'own/chat', reranking: 'own/rank' } } });
    expect(await found(true)).toEqual(reranked);
  });

  it('AGR-5 and what an agent gathered is reranked at the end', async () => {
    await settings({ system: { models: { chat: 'own/chat', reranking: 'ranks/order-1' } } });
    asked = [];
    await ask('What is known of winch maintenance?');
    expect(asked.some(({ query }) => query.startsWith('What is known of'))).toBe(true);
    await settings({ system: { models: { chat: 'own/chat' } } });
    asked = [];
    await ask('What is known of winch maintenance?');
    expect(asked).toEqual([]);
  });
});

describe('AGR-7 settings of the searching agent', () => {
  it('instructions of the agent, the administrator and the person are joined in this order', async () => {
    const agent = await client.post<{ id: string }>('/api/agents', {
      name: 'Yard master',
      options: { retrievalInstructions: 'FROM-THE-AGENT' },
    });
    await settings({
      system: { tools: { retrievalInstructions: 'FROM-THE-ADMINISTRATOR' } },
      user: { retrievalInstructions: 'FROM-THE-PERSON' },
    });
    const { user } = await client.get<{ user: { retrievalInstructions: string } }>('/api/settings');
    expect(user.retrievalInstructions).toBe('FROM-THE-PERSON');
    prompts['chat'] = [];
    await ask('Who keeps the zebra?', { agentId: agent.id });
    const searched = prompts['chat'].map(textOf).find((prompt) => prompt.includes('FROM-THE-PERSON'));
    expect(searched).toMatch(/FROM-THE-AGENT.*FROM-THE-ADMINISTRATOR.*FROM-THE-PERSON/u);
    await settings({ system: { tools: {} }, user: { retrievalInstructions: '' } });
  });

  it('one model sorts, another searches, a third answers, by settings and by the agent', async () => {
    const question = 'Zebra, winch, maintenance';
    const answered = async (options: Record<string, unknown>) => {
      for (const name of Object.keys(prompts)) prompts[name] = [];
      await ask(question, options);
      return Object.fromEntries(Object.entries(prompts).map(([name, given]) => [name, given.length]));
    };
    const models = {
      chat: 'own/chat',
      small: 'own/chat',
      searching: 'own/searching',
      classifying: 'own/classifying',
    };
    await settings({ system: { models } });
    const bySettings = await answered({});
    expect(bySettings['searching']).toBeGreaterThan(0);
    expect(bySettings['classifying']).toBe(1);
    // AGR-6: samples of the bases help to classify. Files of one upload are read in parallel, so their order is not
    // guaranteed.
    for (const title of ['first', 'second', 'third'])
      expect(textOf(prompts['classifying']![0])).toMatch(new RegExp(`e\\.g\\. [^"]*${title}`));
    await settings({ system: { models: { chat: 'own/chat', small: 'own/chat' } } });
    const agent = await client.post<{ id: string }>('/api/agents', {
      name: 'Split',
      options: { searchingModelId: 'own/searching', classifyingModelId: 'own/classifying' },
    });
    // The answering model also makes titles after the turn, so its calls are not counted.
    const { searching, classifying } = bySettings;
    expect(await answered({ agentId: agent.id })).toMatchObject({ searching, classifying });
    const alone = await answered({});
    expect(alone).toMatchObject({ searching: 0, classifying: 0 });
  });

  it('knowledge bases are switched on and off one by one', async () => {
    const sources = async () => {
      const { cited, retrieved } = await ask('Who keeps the zebra?');
      return [...cited, ...retrieved].length;
    };
    expect(await sources()).toBeGreaterThan(0);
    await settings({ user: { disabledKnowledgeBases: [base] } });
    expect(await sources()).toBe(0);
    await settings({ user: { disabledKnowledgeBases: [] } });
    expect(await sources()).toBeGreaterThan(0);
  });
});
