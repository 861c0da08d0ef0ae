import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { scriptedModel, type ScriptedAct } from '@ibid/core/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { createServer, type IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';

let server: IbidServer | null = null;
let folder: string;
let next: readonly ScriptedAct[][] = [];
const model: LanguageModelV4 = {
  ...scriptedModel([], { modelId: 'chat', provider: 'own' }),
  doGenerate: (call) => scriptedModel([[{ text: 'A title' }]]).doGenerate(call),
  doStream: (call) => {
    const [acts = [{ text: 'Done.' }], ...rest] = next;
    next = rest;
    return scriptedModel([acts]).doStream(call);
  },
};

/** The database in the data folder: what is on the disk is ours to answer for. */
const start = async () => {
  server = await createServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: { OLLAMA_HOST: 'off' },
    models: [{ id: 'own/chat', name: 'chat', model, isLanguageModel: true }],
  });
  return new TestClient((await server.listen()).url);
};

async function filesWith(...words: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true })) {
    const path = join(folder, entry);
    if (!(await stat(path).catch(() => null))?.isFile()) continue;
    const bytes = (await readFile(path)).toString('latin1').toLowerCase();
    for (const word of words) if (bytes.includes(word)) found.push(`${entry}: ${word}`);
  }
  return found;
}

afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('ORG-3 what is deleted', () => {
  it('is gone from every byte of the data folder: text, index, originals, handles, reports, log', async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-deleted-'));
    let client = await start();
    await client.send('PUT', '/api/settings', {
      system: { models: { chat: 'own/chat' }, tools: { agentic: false } },
    });
    const { id: base } = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Animals' });
    const form = new FormData();
    const secret = Array.from(
      { length: 30 },
      (_, part) =>
        `## Part ${part}\n\nThe quokkaberry sleeps in the zanzidrome, night ${part}. ${'It is quiet there. '.repeat(40)}`,
    );
    form.append('files', new Blob([secret.join('\n\n')]), 'animals.md');
    form.append('files', new Blob(['The pelicanth stays, whatever goes.']), 'stays.txt');
    const { body } = await client.send<{ jobId: string }>(
      'POST',
      `/api/knowledge-bases/${base}/uploads`,
      form,
    );
    const state = async (): Promise<unknown> => (await client.get(`/api/jobs/${body.jobId}`))['state'];
    await expect.poll(state, { timeout: 60_000 }).toBe('done');
    const { id } = await client.newConversation();
    next = [
      [{ call: 'retrieve_context', input: { query: 'where does it sleep at night' } }],
      [{ text: 'In a quiet place [1].' }],
    ];
    const { turnId } = await client.ask(id, 'Where does it sleep?');
    await client.events(turnId);
    expect((await filesWith('quokkaberry', 'zanzidrome')).length).toBeGreaterThan(1);

    const { rows } = await client.get<{ rows: { id: string; name: string }[] }>(
      `/api/knowledge-bases/${base}/items`,
    );
    await client.send('DELETE', `/api/items/${rows.find(({ name }) => name === 'animals.md')?.id}`);
    await server?.close();
    // Originals are kept an hour, in case the same bytes are just being uploaded again: these are older.
    const long = new Date(Date.now() - 2 * 60 * 60_000);
    for (const entry of await readdir(join(folder, 'blobs'), { recursive: true }))
      await utimes(join(folder, 'blobs', entry), long, long);

    client = await start();
    await expect.poll(() => filesWith('quokkaberry', 'zanzidrome'), { timeout: 60_000 }).toEqual([]);
    expect(await filesWith('pelicanth')).not.toEqual([]);
    const messages = await client.get(`/api/conversations/${id}/messages`);
    expect(JSON.stringify(messages)).toContain('In a quiet place [1].');
    const found = await client.post<{ rows: unknown[] }>('/api/search', {
      query: 'pelicanth',
      mode: 'keyword',
      topK: 5,
    });
    expect(found.rows).toHaveLength(1);
  });
});
