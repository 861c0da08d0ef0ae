import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { scriptedModel } from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

const HOSTILE = [
  "sed ':a;s/^/x/;ta' all.txt",
  "awk '/^(a*)*b$/' all.txt",
  "grep -E '^(a*)*(a*)*b$' all.txt",
  `cat ${'all.txt '.repeat(200)}${'| sort -n | sort -rn '.repeat(80)}`,
];
let folder: string;
let server: IbidServer;
let client: TestClient;
let given = 0;

/** A model manipulated by a document: it saves what it finds and runs the command of the question on it. */
const model: LanguageModelV4 = {
  ...scriptedModel([], { modelId: 'chat', provider: 'own' }),
  doGenerate: (call) => {
    if (!call.tools?.some(({ name }) => name === 'search_shell'))
      return scriptedModel([[{ text: '{"class":"exploratory"}' }]]).doGenerate(call);
    const said = JSON.stringify(call.prompt);
    if (said.includes('"tool-result"') && said.includes('search_shell'))
      return scriptedModel([[{ call: 'finish_retrieval', input: { reason: 'done' } }]]).doGenerate(call);
    if (!said.includes('"tool-result"')) {
      const input = { knowledge_base: 'Letters', query: 'letters', file_name: 'all.txt' };
      return scriptedModel([[{ call: 'save_search_results', input }]]).doGenerate(call);
    }
    const command = HOSTILE.find((_, index) => said.includes(`question ${index}`)) ?? 'ls';
    given += 1;
    return scriptedModel([[{ call: 'search_shell', input: { command } }]]).doGenerate(call);
  },
  doStream: (call) => {
    const last = call.prompt.at(-1);
    if (last?.role === 'tool') return scriptedModel([[{ text: 'Nothing was found.' }]]).doStream(call);
    const question = /question \d/.exec(JSON.stringify(last))?.[0] ?? '';
    const input = { query: `Explain the letters of ${question}` };
    return scriptedModel([[{ call: 'agentic_context_search', input }]]).doStream(call);
  },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-shell-'));
  server = await createTestServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: { OLLAMA_HOST: 'off' },
    models: [{ id: 'own/chat', name: 'chat', model, isLanguageModel: true }],
  });
  client = new TestClient((await server.listen()).url);
  const { id } = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Letters' });
  const form = new FormData();
  const line = `letters ${'a'.repeat(60)}!`;
  form.append('files', new Blob([Array.from({ length: 400 }, () => line).join('\n')]), 'letters.txt');
  const { body } = await client.send<{ jobId: string }>('POST', `/api/knowledge-bases/${id}/uploads`, form);
  while ((await client.get(`/api/jobs/${body.jobId}`))['state'] !== 'done') await setTimeout(50);
  await client.send('PUT', '/api/settings', { system: { models: { chat: 'own/chat' } } });
  // The first command loads the shell.
  const { id: first } = await client.newConversation();
  await client.events((await client.ask(first, 'Explain question 9')).turnId);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('AGR-3 a model that was talked into a hostile command', () => {
  it.each(HOSTILE.map((command, index) => [index, command.slice(0, 40)] as const))(
    'question %i, %s: others are answered meanwhile, and the turn ends',
    async (index) => {
      const { id } = await client.newConversation();
      const before = given;
      const answered = [performance.now()];
      const { turnId } = await client.ask(id, `Explain question ${index}`);
      let ended = false;
      const events = client.events(turnId).then((result) => {
        ended = true;
        return result;
      });
      while (!ended) {
        const { status } = await client.send('GET', '/healthz');
        expect(status).toBe(200);
        answered.push(performance.now());
        await setTimeout(20);
      }
      const { packets } = await events;
      expect(packets.at(-1)).toMatchObject({ type: 'turn-stop' });
      expect(given).toBeGreaterThan(before);
      // A long turn blocks nobody: on a busy machine others wait too, but not for half of its time.
      const whole = (answered.at(-1) ?? 0) - (answered[0] ?? 0);
      const waited = Math.max(...answered.slice(1).map((time, place) => time - (answered[place] ?? 0)));
      if (whole > 2_000) expect(waited / whole).toBeLessThan(0.5);
    },
  );
});
