import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Citation } from '@ibid/core';
import { scriptedModel, type ScriptedAct } from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

const TEXTS = {
  'mole.txt': 'The northern mole is 412 metres long and was finished in 1931 by prisoners of the fort.',
  'crane.txt': 'The harbour crane lifts 95 tonnes and is greased on the first Monday of each month.',
  'light.txt': 'The harbour light shows two white flashes every twelve seconds, visible for 21 miles.',
};

let folder: string;
let server: IbidServer;
let client: TestClient;
const prompts: LanguageModelV4Prompt[] = [];
let next: readonly ScriptedAct[][] = [];

/** Plays the test's script for the next turn; titles are requested in between. */
const model: LanguageModelV4 = {
  ...scriptedModel([], { modelId: 'chat', provider: 'own' }),
  doGenerate: (call) => scriptedModel([[{ text: 'Harbour' }]]).doGenerate(call),
  doStream: (call) => {
    prompts.push(call.prompt);
    const [acts = [{ text: 'Nothing was laid out.' }], ...rest] = next;
    next = rest;
    return scriptedModel([acts]).doStream(call);
  },
};

/** Runs a turn after the newest message. Returns its final citations and the prompt of its last inference. */
async function turn(conversation: string, text: string, acts: readonly ScriptedAct[][]) {
  next = acts;
  const { leafId } = await client.get<{ leafId: string | null }>(`/api/conversations/${conversation}`);
  const { turnId } = await client.ask(conversation, text, { parentMessageId: leafId });
  const { packets } = await client.events(turnId);
  const citations = new Map<string, Citation>();
  for (const packet of packets)
    if (packet.type === 'citation') citations.set(packet.citation.citationId, packet.citation);
  return { packets, citations: [...citations.values()], prompt: JSON.stringify(prompts.at(-1)) };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-back-reference-'));
  server = await createTestServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: { OLLAMA_HOST: 'off' },
    models: [{ id: 'own/chat', name: 'chat', model, isLanguageModel: true }],
  });
  client = new TestClient((await server.listen()).url);
  const { id } = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Harbour' });
  const form = new FormData();
  for (const [name, text] of Object.entries(TEXTS)) form.append('files', new Blob([text]), name);
  const { body } = await client.send<{ jobId: string }>('POST', `/api/knowledge-bases/${id}/uploads`, form);
  while ((await client.get(`/api/jobs/${body.jobId}`))['state'] !== 'done')
    await new Promise((resolve) => setTimeout(resolve, 50));
  await client.send('PUT', '/api/settings', {
    system: { models: { chat: 'own/chat' }, tools: { agentic: false } },
  });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('REF-2 a source of an earlier turn is named again', () => {
  it('"as in source 3 above" three turns later: the number means the same, and its passage is before the model', async () => {
    const { id } = await client.newConversation();
    const search: ScriptedAct = {
      call: 'retrieve_context',
      input: { query: 'harbour mole crane light metres tonnes flashes' },
    };
    const first = await turn(id, 'What is there in the harbour?', [
      [search],
      [{ text: 'A mole, a crane and a light.' }],
    ]);
    const sources = first.packets.flatMap((packet) => (packet.type === 'tool-sources' ? packet.sources : []));
    const third = sources.find(({ number }) => number === 3);
    expect(third).toBeDefined();
    const passage = TEXTS[`${third?.title ?? ''}.txt` as keyof typeof TEXTS];
    expect(passage).toBeDefined();
    expect(first.prompt).toContain(passage);

    for (const text of ['Thank you.', 'Go on.']) {
      const { prompt } = await turn(id, text, [[{ text: 'You are welcome.' }]]);
      // Results of past turns have left the context; otherwise the last turn would prove nothing.
      expect(prompt).not.toContain(passage);
    }

    const last = await turn(id, 'As in source 3 above: say that again, please.', [
      [{ text: `${passage} [3]` }],
    ]);
    expect(last.prompt).toContain(passage);
    expect(last.citations).toMatchObject([{ number: 3, itemId: third?.itemId, verdict: 'supported' }]);
    expect(passage).toContain(last.citations[0]?.passage?.text);
    const kept = await client.get<{ cited: { number: number; itemId: string }[] }>(
      `/api/conversations/${id}/sources`,
    );
    expect(kept.cited).toMatchObject([{ number: 3, itemId: third?.itemId }]);
  });
});
