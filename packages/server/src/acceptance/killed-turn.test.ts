import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContextReport } from '@ibid/core/internal';
import { describe, expect, it } from 'vitest';
import { RECORDED_MODEL } from './recorded-server.js';
import { startScriptedProvider, type DecideInference } from './scripted-openai.js';
import { startServerProcess } from './server-process.js';
import { TestClient } from './test-client.js';
import { testStore } from './test-store.js';

describe('CTX-12 a turn whose server was killed in the middle of its answer', () => {
  it('has a handle, and what it had found can be cited and checked later', async () => {
    let decide: DecideInference = () => ({ say: 'Done.' });
    const provider = await startScriptedProvider((asked) => decide(asked));
    const folder = await mkdtemp(join(tmpdir(), 'ibid-killed-'));
    const start = async () =>
      startServerProcess(
        { dataFolder: folder, ...(await testStore(folder)) },
        { IBID_MODEL_URL: provider.url, IBID_SMALL_MODEL: 'ibid/extractive', IBID_MODEL_WINDOW: '4096' },
      );
    let running = await start();
    try {
      let client = new TestClient(running.url);
      const tools = { agentic: false, searchFirst: 'never' };
      await client.send('PUT', '/api/settings', { system: { tools } });
      const { id: base } = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Coast' });
      const form = new FormData();
      form.append(
        'files',
        new Blob(['# Skerry\n\nThe lighthouse at Skerry stands 149 steps high.']),
        'skerry.md',
      );
      const { body: job } = await client.send<{ jobId: string }>(
        'POST',
        `/api/knowledge-bases/${base}/uploads`,
        form,
      );
      await expect
        .poll(async () => (await client.get<{ state: string }>(`/api/jobs/${job.jobId}`)).state)
        .toBe('done');

      const { id } = await client.newConversation();
      let step = 0;
      decide = () =>
        step++ === 0
          ? { call: [{ name: 'retrieve_context', input: { query: 'lighthouse Skerry' } }] }
          : { say: 'As far as the papers of the harbour say, it is rather high, because', hang: true };
      const started = await client.post<{
        turnId: string;
        userMessageId: string;
        assistantMessageId: string;
      }>(`/api/conversations/${id}/turns`, {
        text: 'How high is the lighthouse?',
        parentMessageId: null,
        modelId: RECORDED_MODEL,
      });
      await expect.poll(() => step).toBe(2);
      const streamed = async () =>
        JSON.stringify(
          (await client.get<{ messages: unknown[] }>(`/api/conversations/${id}/messages`)).messages,
        );
      await expect.poll(streamed).toContain('As far as the papers');
      await running.end('SIGKILL');
      running = await start();
      client = new TestClient(running.url);
      await expect.poll(streamed).toContain('interrupted');

      // Later turns cite it by its number without finding it again.
      decide = () => ({
        say: 'The lighthouse at Skerry stands 149 steps high [1]. It stands 150 steps high [1].',
      });
      const later = await client.post<{ turnId: string; assistantMessageId: string }>(
        `/api/conversations/${id}/turns`,
        { text: 'Say it again.', parentMessageId: started.assistantMessageId, modelId: RECORDED_MODEL },
      );
      const { packets } = await client.events(later.turnId);
      const verdicts = new Map(
        packets.flatMap((packet) =>
          packet.type === 'citation' ? [[packet.citation.citationId, packet.citation.verdict] as const] : [],
        ),
      );
      expect([...verdicts.values()]).toEqual(['supported', 'unsupported']);

      // By now the turn no longer fits; its descriptor contains what was asked, found and said.
      let parentMessageId = later.assistantMessageId;
      let dropped: ContextReport['removals'][number] | undefined;
      decide = () => ({ say: 'The tide tables were printed again in the spring of that year. '.repeat(12) });
      for (let number = 0; number < 30 && !dropped; number += 1) {
        const next = await client.post<{ turnId: string; assistantMessageId: string }>(
          `/api/conversations/${id}/turns`,
          { text: `Go on, part ${number}.`, parentMessageId, modelId: RECORDED_MODEL },
        );
        await client.events(next.turnId);
        parentMessageId = next.assistantMessageId;
        const turn = await client.get<{ contextReports: ContextReport[] }>(`/api/turns/${next.turnId}`);
        dropped = turn.contextReports[0]?.removals.find(({ origin }) => origin === started.userMessageId);
      }
      expect(dropped?.descriptor).toMatch(/^fd:\d+$/u);
      const download = async (name: string | null | undefined) =>
        (await fetch(`${running.url}/api/conversations/${id}/descriptors/${name}/download`)).text();
      const text = await download(dropped?.descriptor);
      expect(text).toContain('How high is the lighthouse?');
      expect(text).toContain('As far as the papers');
      const [found] = /fd:\d+/u.exec(text) ?? [];
      expect(await download(found)).toContain('The lighthouse at Skerry stands 149 steps high.');
    } finally {
      await running.end('SIGKILL');
      await provider.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
