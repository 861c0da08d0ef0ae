import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startFakeModelHub } from '@ibid/core/testing';
import type { FakeModelHub } from '@ibid/core/testing';
import { LOCAL_MODEL } from '@ibid/retrieval/internal';
import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

const MODEL = join(dirname(createRequire(import.meta.url).resolve('@ibid/embedder/package.json')), 'model');
const CHOICE = 'hub:acme/multilingual';
const WAIT = { interval: 100 };

interface View {
  embedding: {
    choice: string | null;
    phase: string;
    problem?: string;
    progress?: { bytes: number; totalBytes: number };
    inUse: { id: string; languages: string[] | null } | null;
    chunks: number;
    embedded: number;
  };
  fetched: { choice: string; isInUse: boolean }[];
  proposal: { choice: string; languages: { language: string; items: number }[] } | null;
}

/** The built-in model's files under another name, with other prefixes, declared as multilingual. */
function hubFiles(): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  for (const entry of readdirSync(MODEL, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[path.slice(MODEL.length + 1)] = readFileSync(path);
  }
  return {
    ...files,
    'README.md': Buffer.from('---\nlanguage:\n  - multilingual\n---\n'),
    'config_sentence_transformers.json': Buffer.from(
      JSON.stringify({ prompts: { query: 'ask: ', document: 'text: ' } }),
    ),
  };
}

let folder: string;
let hub: FakeModelHub;
let server: IbidServer;
let client: TestClient;

async function start(environment: Record<string, string> = {}): Promise<void> {
  server = await createTestServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    environment: { OLLAMA_HOST: 'off', IBID_MODEL_HUB: hub.url, ...environment },
  });
  client = new TestClient((await server.listen()).url);
}

const view = () => client.get<View>('/api/search-models');
const choose = (embedding: string | null) =>
  client.send('PUT', '/api/settings', { system: { models: { embedding } } });
const search = async (query: string) => {
  const { rows } = await client.post<{ rows: { title: string; semanticRank: number | null }[] }>(
    '/api/search',
    {
      query,
      mode: 'hybrid',
      topK: 5,
    },
  );
  return rows;
};

async function takeIn(texts: Record<string, string>): Promise<void> {
  const base = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Yard' });
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append('files', new Blob([text]), name);
  const path = `/api/knowledge-bases/${base.id}/uploads`;
  const { body } = await client.send<{ jobId: string }>('POST', path, form);
  await client.send('GET', `/api/jobs/${body.jobId}/events`);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-search-models-'));
  hub = await startFakeModelHub({ models: { 'acme/multilingual': hubFiles() } });
});
afterEach(async () => {
  await server.close();
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

describe('MOD-5 the models of search', () => {
  it('are changed while the server runs: fetched, then embedded anew, search going on', async () => {
    await start();
    await takeIn({
      'winde.md': 'Die Winde am Kai ist im März ausgefallen, weil das Lager trocken gelaufen war.',
      'kran.md': 'Der Kran wurde im Sommer grün gestrichen und danach geprüft.',
    });
    const before = await view();
    expect(before.embedding).toMatchObject({ choice: null, phase: 'ready', chunks: 2, embedded: 2 });
    expect(before.embedding.inUse).toMatchObject({ id: LOCAL_MODEL.id, languages: ['en'] });
    // Documents in German: a model that knows German is proposed.
    expect(before.proposal).toMatchObject({
      choice: 'hub:Xenova/multilingual-e5-small',
      languages: [{ language: 'de', items: 2 }],
    });
    const [advice] = (
      await client.get<{ problems: { what: string; isFault: boolean }[] }>('/api/doctor')
    ).problems.filter(({ what }) => what.includes('languages'));
    expect(advice).toMatchObject({ isFault: false });

    // API-1: the same vectors for OpenAI's clients.
    const openai = new OpenAI({ baseURL: `${client.url}/v1`, apiKey: 'any', maxRetries: 0 });
    const vectorsOf = async (more: object) =>
      (await openai.embeddings.create({ model: 'ibid', input: ['Winde', 'Kran'], ...more })).data.map(
        ({ embedding }) => embedding,
      );
    const vectors = await vectorsOf({});
    expect(vectors.map(({ length }) => length)).toEqual([384, 384]);
    expect(await vectorsOf({ encoding_format: 'float', model: LOCAL_MODEL.id })).toEqual(vectors);
    expect(await vectorsOf({ input_type: 'query' })).not.toEqual(vectors);
    for (const [param, value] of [
      ['model', 'text-embedding-3-small'],
      ['dimensions', 64],
      ['truncate', true],
    ] as const)
      await expect(vectorsOf({ [param]: value })).rejects.toMatchObject({
        status: 400,
        param,
        code: 'unsupported_parameter',
      });

    hub.cutAfterBytes = 2_000_000;
    await choose(CHOICE);
    await expect.poll(async () => (await view()).embedding.phase, WAIT).toBe('fetching');
    const { embedding } = await view();
    expect(embedding.progress?.totalBytes).toBeGreaterThan(20_000_000);
    // The previous one is still in use.
    expect(embedding.inUse?.id).toBe(LOCAL_MODEL.id);
    expect((await search('Winde'))[0]).toMatchObject({ title: expect.stringMatching(/winde/iu) });
    hub.cutAfterBytes = null;
    await expect.poll(async () => (await view()).embedding.phase, WAIT).toBe('ready');
    await expect.poll(async () => (await view()).embedding.embedded, WAIT).toBe(2);
    const after = await view();
    expect(after.embedding.inUse).toMatchObject({
      id: expect.stringContaining('acme/multilingual/'),
      languages: null,
    });
    expect(after.proposal).toBeNull();
    expect(after.fetched).toMatchObject([{ choice: CHOICE, isInUse: true }]);
    expect((await search('Winde')).every(({ semanticRank }) => semanticRank !== null)).toBe(true);

    const refused = await client.send('DELETE', '/api/search-models?name=acme%2Fmultilingual');
    expect(refused.status).toBe(409);
    await choose(null);
    await expect.poll(async () => (await view()).embedding.inUse?.id, WAIT).toBe(LOCAL_MODEL.id);
    await expect.poll(async () => (await view()).embedding.embedded, WAIT).toBe(2);
    const gone = await client.send<View>('DELETE', '/api/search-models?name=acme%2Fmultilingual');
    expect(gone.body.fetched).toEqual([]);
  });

  it('come by the environment, and keyword search answers until they are there', async () => {
    hub.key = 'not yet';
    await start({ IBID_EMBEDDING_MODEL: CHOICE, IBID_MODEL_HUB_KEY: 'secret' });
    await takeIn({ 'winch.md': 'The winch failed in March.' });
    await expect
      .poll(async () => (await view()).embedding, WAIT)
      .toMatchObject({
        phase: 'failed',
        problem: expect.stringContaining('IBID_MODEL_HUB_KEY'),
        inUse: null,
      });
    expect(await search('winch')).toHaveLength(1);
    const { problems } = await client.get<{ problems: { what: string; isFault: boolean }[] }>('/api/doctor');
    expect(problems.find(({ what }) => what.includes(CHOICE))).toMatchObject({ isFault: true });
    hub.key = 'secret';
    // Saving the settings retries it at once.
    await choose(null);
    await expect
      .poll(async () => (await view()).embedding, WAIT)
      .toMatchObject({
        phase: 'ready',
        chunks: 1,
        embedded: 1,
      });
    await server.close();
    // The next start needs no network.
    await hub.close();
    await start({ IBID_EMBEDDING_MODEL: CHOICE });
    await expect.poll(async () => (await view()).embedding.phase, WAIT).toBe('ready');
    expect((await view()).embedding.embedded).toBe(1);
  });

  it('can lie in a folder, and are refused where they cannot be right', async () => {
    await start();
    const own = await mkdtemp(join(tmpdir(), 'ibid-own-model-'));
    for (const [path, bytes] of Object.entries(hubFiles())) {
      mkdirSync(dirname(join(own, path)), { recursive: true });
      writeFileSync(join(own, path), bytes);
    }
    await choose(`folder:${own}`);
    await expect
      .poll(async () => (await view()).embedding, WAIT)
      .toMatchObject({ phase: 'ready', choice: `folder:${own}`, inUse: { languages: null } });
    for (const wrong of ['hub:../secrets', 'hub:acme', 'folder:', 'folder:../x', 'folder:..', 'folder:a/b'])
      expect((await choose(wrong)).status).toBe(400);
    expect((await choose('folder:/etc/ssl')).status).toBe(403);
    // A model of the wrong kind reports an error, and the previous one stays in use.
    const config = JSON.parse(readFileSync(join(own, 'config.json'), 'utf8')) as object;
    const reranker = { ...config, architectures: ['BertForSequenceClassification'] };
    writeFileSync(join(own, 'config.json'), JSON.stringify(reranker));
    await choose(`folder:${own}#onnx/model_quantized.onnx`);
    await expect
      .poll(async () => (await view()).embedding, WAIT)
      .toMatchObject({
        phase: 'failed',
        problem: expect.stringContaining('reranking'),
        inUse: { languages: null },
      });
    await rm(own, { recursive: true, force: true });
  });
});
