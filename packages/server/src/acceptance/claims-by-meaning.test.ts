import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Citation } from '@ibid/core';
import { scriptedModel, type ScriptedAct } from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

let folder: string;
let server: IbidServer;
let client: TestClient;
let next: readonly ScriptedAct[][] = [];

/** Plays the test's script for the next turn; titles are requested in between. */
const model: LanguageModelV4 = {
  ...scriptedModel([], { modelId: 'chat', provider: 'own' }),
  doGenerate: (call) => scriptedModel([[{ text: 'Harbour' }]]).doGenerate(call),
  doStream: (call) => {
    const [acts = [{ text: 'Nothing was laid out.' }], ...rest] = next;
    next = rest;
    return scriptedModel([acts]).doStream(call);
  },
};

const settings = (claimsByMeaning: boolean) =>
  client.send('PUT', '/api/settings', {
    system: { models: { chat: 'own/chat' }, tools: { agentic: false, claimsByMeaning } },
  });

/** The streamed verdicts on the one citation, and the stored one. */
async function verdictsOn(claim: string) {
  const search: ScriptedAct = { call: 'retrieve_context', input: { query: 'vessels tide harbour fee' } };
  next = [[search], [{ text: `${claim} [1].` }]];
  const { id } = await client.newConversation();
  const { turnId } = await client.ask(id, 'What are the rules?');
  const { packets } = await client.events(turnId);
  const told = packets.flatMap((packet) => (packet.type === 'citation' ? [packet.citation.verdict] : []));
  const { messages } = await client.get<{
    messages: { role: string; view?: { blocks: { citations?: Citation[] }[] } }[];
  }>(`/api/conversations/${id}/messages`);
  const view = messages.at(-1)?.view;
  const kept = view?.blocks.flatMap((block) => block.citations ?? []).map(({ verdict }) => verdict);
  return { told: told.filter((verdict) => verdict !== null), kept };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-claims-by-meaning-'));
  server = await createTestServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    environment: { OLLAMA_HOST: 'off' },
    models: [{ id: 'own/chat', name: 'chat', model, isLanguageModel: true }],
  });
  client = new TestClient((await server.listen()).url);
  const { id } = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Harbour' });
  const form = new FormData();
  form.append('files', new Blob(['The cat sleeps on the sofa. The mooring fee is 40 crowns.']), 'rules.txt');
  const { body } = await client.send<{ jobId: string }>('POST', `/api/knowledge-bases/${id}/uploads`, form);
  while ((await client.get(`/api/jobs/${body.jobId}`))['state'] !== 'done')
    await new Promise((resolve) => setTimeout(resolve, 50));
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('CIT-5 claims in other words are compared by meaning where that is switched on', () => {
  const paraphrase = 'A kitten is napping upon the couch';

  it('is off by default', async () => {
    await settings(false);
    expect(await verdictsOn(paraphrase)).toEqual({ told: ['unsupported'], kept: ['unsupported'] });
  });

  it('makes an unsupported claim weak, in a later packet of the same turn, and keeps that', async () => {
    await settings(true);
    // A turn does not wait long for vectors; on a busy machine it may have to be repeated.
    await expect
      .poll(() => verdictsOn(paraphrase))
      .toEqual({ told: ['unsupported', 'weak'], kept: ['weak'] });
  });

  it('leaves a number alone that the source does not have', async () => {
    await settings(true);
    const claim = 'A total of 75 kittens are napping upon the couch';
    expect(await verdictsOn(claim)).toEqual({ told: ['unsupported'], kept: ['unsupported'] });
  });
});
