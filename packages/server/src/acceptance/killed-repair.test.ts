import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TurnView } from '@ibid/core/turn-view';
import { describe, expect, it } from 'vitest';
import { RECORDED_MODEL } from './recorded-server.js';
import { startScriptedProvider, contentText } from './scripted-openai.js';
import { startServerProcess } from './server-process.js';
import { TestClient } from './test-client.js';
import { testStore } from './test-store.js';

const FIRST = 'The mooring fee is 90 crowns a day [1].';

describe('CIT-8 a turn whose server was killed in the middle of a repair', () => {
  it('has its first version, whole and checked, and what was found can be cited later', async () => {
    let isAskedToRepair = false;
    let later: string | null = null;
    const provider = await startScriptedProvider(({ messages, tools }) => {
      const prompt = messages.map(({ content }) => contentText(content)).join('\n');
      if (prompt.includes('What is wrong with it')) {
        isAskedToRepair = true;
        return { hang: true };
      }
      if (tools.length === 0) return { say: 'A title' };
      if (later !== null) return { say: later };
      const hasSearched = messages.some(({ role }) => role === 'tool');
      return hasSearched
        ? { say: FIRST }
        : { call: [{ name: 'retrieve_context', input: { query: 'mooring fee' } }] };
    });
    const folder = await mkdtemp(join(tmpdir(), 'ibid-killed-'));
    const start = async () =>
      startServerProcess(
        { dataFolder: folder, ...(await testStore(folder)) },
        { IBID_MODEL_URL: provider.url, IBID_SMALL_MODEL: RECORDED_MODEL, IBID_MODEL_WINDOW: '16000' },
      );
    let running = await start();
    try {
      let client = new TestClient(running.url);
      const tools = { agentic: false, searchFirst: 'never', repair: true, titles: false };
      await client.send('PUT', '/api/settings', { system: { tools } });
      const { id: base } = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Coast' });
      const form = new FormData();
      form.append('files', new Blob(['# Harbour\n\nThe mooring fee is 40 crowns a day.']), 'harbour.md');
      const { body: job } = await client.send<{ jobId: string }>(
        'POST',
        `/api/knowledge-bases/${base}/uploads`,
        form,
      );
      const stateOf = async () => (await client.get<{ state: string }>(`/api/jobs/${job.jobId}`)).state;
      await expect.poll(stateOf).toBe('done');
      const { id } = await client.newConversation();
      const started = await client.post<{ turnId: string; assistantMessageId: string }>(
        `/api/conversations/${id}/turns`,
        { text: 'What is the mooring fee?', parentMessageId: null, modelId: RECORDED_MODEL },
      );
      await expect.poll(() => isAskedToRepair).toBe(true);
      const answer = async () => {
        const { messages } = await client.get<{
          messages: { text: string; status: string; view: TurnView }[];
        }>(`/api/conversations/${id}/messages`);
        return messages.at(-1);
      };
      const claimsOf = async () => JSON.stringify((await answer())?.view.blocks);
      await expect.poll(claimsOf).toContain('"claims"');
      await running.end('SIGKILL');
      running = await start();
      client = new TestClient(running.url);
      await expect.poll(async () => (await answer())?.status).toBe('interrupted');
      const kept = await answer();
      expect(kept?.text).toBe(FIRST);
      expect(kept?.view.blocks.find(({ kind }) => kind === 'text')).toMatchObject({
        text: FIRST,
        claims: [{ verdict: 'unsupported' }],
      });

      later = 'The mooring fee is 40 crowns a day [1].';
      await client.send('PUT', '/api/settings', { system: { tools: { ...tools, repair: false } } });
      const next = await client.post<{ turnId: string }>(`/api/conversations/${id}/turns`, {
        text: 'Say it again.',
        parentMessageId: started.assistantMessageId,
        modelId: RECORDED_MODEL,
      });
      const { packets } = await client.events(next.turnId);
      expect(packets.findLast((packet) => packet.type === 'citation')?.citation).toMatchObject({
        number: 1,
        verdict: 'supported',
      });
    } finally {
      await running.end('SIGKILL');
      await provider.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
