import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { scriptedModel, type ScriptedAct } from '@ibid/core/testing';
import { afterAll, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { compressNothing, makeOriginalsOld, makeStatistics, placesWith } from './places-with.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';
import { startTextMcpServer } from './text-mcp-server.js';

let server: IbidServer | null = null;
let echo: Awaited<ReturnType<typeof startTextMcpServer>> | null = null;
let folder: string;
let next: readonly ScriptedAct[][] = [];
const SUMMARY = 'It was said that the quokkaberry sleeps in the zanzidrome.';

/** Plays the test's script. Titles, the search agent and summaries use its generate function. */
const model: LanguageModelV4 = {
  ...scriptedModel([], { modelId: 'chat', provider: 'own' }),
  doGenerate: (call) => {
    const said = JSON.stringify(call.prompt);
    const offers = (name: string) => call.tools?.some((tool) => tool.name === name);
    if (offers('search_items_by_name') && !said.includes('"tool-result"'))
      return scriptedModel([[{ call: 'search_items_by_name', input: { name: 'papers' } }]]).doGenerate(call);
    if (offers('finish_retrieval'))
      return scriptedModel([[{ call: 'finish_retrieval', input: { reason: 'done' } }]]).doGenerate(call);
    const text = said.includes('Summarise the conversation below') ? SUMMARY : 'A title';
    return scriptedModel([[{ text }]]).doGenerate(call);
  },
  doStream: (call) => {
    const [acts = [{ text: 'Done.' }], ...rest] = next;
    next = rest;
    return scriptedModel([acts]).doStream(call);
  },
};

const start = async () => {
  server = await createTestServer({
    dataFolder: folder,
    port: 0,
    logLevel: 'silent',
    embedder: 'none',
    environment: { OLLAMA_HOST: 'off' },
    models: [
      {
        id: 'own/chat',
        name: 'chat',
        model,
        isLanguageModel: true,
        profile: { contextWindow: 4_000, maxOutputTokens: 500, tokenizer: 'o200k_base' },
      },
    ],
  });
  await compressNothing(folder);
  return new TestClient((await server.listen()).url);
};

afterAll(async () => {
  await server?.close();
  await echo?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('ORG-3 what is deleted', () => {
  it('is gone from every byte of the data folder and the database: text, index, originals, handles, reports, log', async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-deleted-'));
    // A third-party tool that repeats what it was told.
    echo = await startTextMcpServer('You told me that the quokkaberry sleeps in the zanzidrome.');
    let client = await start();
    await client.send('PUT', '/api/settings', {
      system: {
        models: { chat: 'own/chat' },
        tools: { agentic: false },
        mcpServers: [{ id: 'echo', url: echo.url, enabled: true }],
      },
    });
    const { id: base } = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Animals' });
    const form = new FormData();
    const secret = [
      '# The quokkaberry papers',
      'The archive keeps letters for 180 days.',
      ...Array.from(
        { length: 30 },
        (_, part) =>
          `## Part ${part}\n\nThe quokkaberry sleeps in the zanzidrome, night ${part}. ${'It is quiet there. '.repeat(40)}`,
      ),
    ];
    form.append('files', new Blob([secret.join('\n\n')]), 'animals.md');
    form.append(
      'files',
      new Blob(['The pelicanth stays, whatever goes. The archive keeps letters for 90 days.']),
      'stays.txt',
    );
    const { body } = await client.send<{ jobId: string }>(
      'POST',
      `/api/knowledge-bases/${base}/uploads`,
      form,
    );
    const state = async (): Promise<unknown> => (await client.get(`/api/jobs/${body.jobId}`))['state'];
    await expect.poll(state).toBe('done');
    const { id } = await client.newConversation();
    next = [
      [{ call: 'retrieve_context', input: { query: 'where does it sleep at night' } }],
      [{ call: 'fd_to_file', input: { fd: 'fd:1', file_path: 'notes.txt' } }],
      [{ call: 'echo_fetch', input: {} }],
      [{ text: 'In a quiet place [1].' }],
    ];
    let asked = await client.ask(id, 'Where does it sleep?');
    await client.events(asked.turnId);
    // ANS-5: feedback stores what was shown.
    const judged = await client.send('PATCH', `/api/turns/${asked.turnId}/feedback`, { verdict: 'wrong' });
    expect(judged.status).toBe(200);
    expect(JSON.stringify(await client.get('/api/feedback'))).toContain('zanzidrome');
    const said = await client.get(`/api/conversations/${id}/sources/2/text`);
    expect(said['text']).toContain('zanzidrome');
    const written = await client.get<{ rows: { path: string }[] }>(`/api/conversations/${id}/files`);
    expect(written.rows.map(({ path }) => path)).toEqual(['notes.txt']);
    // Creates a summary once the conversation exceeds the window.
    for (let turn = 0, summary = ''; summary === ''; turn += 1) {
      expect(turn).toBeLessThan(100);
      next = [[{ text: 'It sleeps well, and long. '.repeat(60) }]];
      asked = await client.ask(id, `Tell me more. ${'Please go on. '.repeat(20)}`, {
        parentMessageId: asked.assistantMessageId,
      });
      await client.events(asked.turnId);
      const { contextReports } = await client.get<{ contextReports: unknown[] }>(
        `/api/turns/${asked.turnId}`,
      );
      if (JSON.stringify(contextReports).includes(SUMMARY)) summary = SUMMARY;
    }
    // A response that OpenAI's clients can continue, with the list of its sources in the text.
    next = [
      [{ call: 'retrieve_context', input: { query: 'where does it sleep at night' } }],
      [{ text: 'In a quiet place [1].' }],
    ];
    const response = await client.post<{ id: string; output_text: string }>('/v1/responses', {
      model: 'ibid+sources',
      input: 'Where does it sleep?',
    });
    expect(response.output_text).toContain('quokkaberry');
    // A search that looked at the document but showed nothing of it.
    await client.send('PUT', '/api/settings', { system: { tools: { agentic: true } } });
    const { id: looked } = await client.newConversation();
    next = [
      [{ call: 'agentic_context_search', input: { query: 'Which papers are there?' } }],
      [{ text: 'None.' }],
    ];
    const look = await client.ask(looked, 'Which papers are there?');
    await client.events(look.turnId);
    expect(JSON.stringify(await client.get(`/api/turns/${look.turnId}`))).toContain('quokkaberry');
    // ANS-3: where the document contradicts another.
    const looking = await client.post<{ id: string }>('/api/contradictions', { knowledgeBaseIds: [base] });
    const disagreement = () => client.get(`/api/contradictions/${looking.id}`);
    await expect.poll(async () => (await disagreement())['isDone']).toBe(true);
    expect(JSON.stringify(await disagreement())).toContain('quokkaberry');
    await makeStatistics(folder);
    expect((await placesWith(folder, 'quokkaberr', 'zanzidrom')).length).toBeGreaterThan(1);

    const { rows } = await client.get<{ rows: { id: string; name: string }[] }>(
      `/api/knowledge-bases/${base}/items`,
    );
    await client.send('DELETE', `/api/items/${rows.find(({ name }) => name === 'animals.md')?.id}`);
    await server?.close();
    await makeOriginalsOld(folder);

    client = await start();
    await expect.poll(() => placesWith(folder, 'quokkaberr', 'zanzidrom')).toEqual([]);
    expect(await placesWith(folder, 'pelicanth')).not.toEqual([]);
    const messages = await client.get(`/api/conversations/${id}/messages`);
    expect(JSON.stringify(messages)).toContain('In a quiet place [1].');
    const found = await client.post<{ rows: unknown[] }>('/api/search', {
      query: 'pelicanth',
      mode: 'keyword',
      topK: 5,
    });
    expect(found.rows).toHaveLength(1);
    // Continuing from the response gives its answer, but of the source only the number.
    next = [[{ text: 'As I said [1].' }]];
    const further = await client.send('POST', '/v1/responses', {
      model: 'ibid',
      input: 'Are you sure?',
      previous_response_id: response.id,
    });
    expect(further.status).toBe(200);
    // Later messages hide nothing: the text is gone, so they cannot contain it.
    next = [[{ reasoning: 'I think of a pelicanth.' }, { text: 'It stays.' }]];
    const since = await client.ask(id, 'And the other?', { parentMessageId: asked.assistantMessageId });
    await client.events(since.turnId);
    expect(JSON.stringify(await client.get(`/api/conversations/${id}/messages`))).toContain(
      'I think of a pelicanth.',
    );
  });

  it('is gone with a conversation: what was said, files attached to it, what the model wrote', async () => {
    await server?.close();
    await rm(folder, { recursive: true, force: true });
    folder = await mkdtemp(join(tmpdir(), 'ibid-deleted-'));
    const client = await start();
    await client.send('PUT', '/api/settings', { system: { models: { chat: 'own/chat' } } });
    const form = new FormData();
    form.append('files', new Blob(['The wombatrice hums. '.repeat(50)]), 'wombatrice.txt');
    const file = await client.send<{ id: string }>('POST', '/api/files', form);
    const read = async () => (await client.get(`/api/files/${file.body.id}`))['state'];
    await expect.poll(read).toBe('counted');
    const { id } = await client.newConversation();
    next = [[{ text: 'It hums, says the wombatrice file.' }]];
    const asked = await client.post<{ turnId: string }>(`/api/conversations/${id}/turns`, {
      text: 'What does the wombatrice do?',
      parentMessageId: null,
      fileIds: [file.body.id],
    });
    await client.events(asked.turnId);
    await makeStatistics(folder);
    expect((await placesWith(folder, 'wombatric')).length).toBeGreaterThan(1);
    expect((await client.send('DELETE', `/api/conversations/${id}`)).status).toBe(204);
    expect((await client.send('GET', `/api/files/${file.body.id}`)).status).toBe(404);
    await server?.close();
    await makeOriginalsOld(folder);
    await start();
    await expect.poll(() => placesWith(folder, 'wombatric')).toEqual([]);
    await server?.close();
  });

  it('is gone with a knowledge base: documents, index, originals, and what was made of them', async () => {
    let client = await start();
    await client.send('PUT', '/api/settings', { system: { tools: { agentic: false } } });
    const { id: base } = await client.post<{ id: string }>('/api/knowledge-bases', {
      name: 'Numbatorium',
      description: 'Of numbatory things.',
    });
    const form = new FormData();
    form.append('files', new Blob(['The numbatress counts termites at dawn.']), 'kept.txt');
    const { body } = await client.send<{ jobId: string }>(
      'POST',
      `/api/knowledge-bases/${base}/uploads`,
      form,
    );
    const state = async () => (await client.get(`/api/jobs/${body.jobId}`))['state'];
    await expect.poll(state).toBe('done');
    const { id } = await client.newConversation();
    next = [
      [{ call: 'retrieve_context', input: { query: 'who counts termites' } }],
      [{ text: 'Somebody does [1].' }],
    ];
    await client.events((await client.ask(id, 'Who counts?')).turnId);
    expect(JSON.stringify(await client.get(`/api/conversations/${id}/messages`))).toContain('numbatress');
    // CTX-4: a document attached to a message is a copy of its text.
    const { rows } = await client.get<{ rows: { id: string }[] }>(`/api/knowledge-bases/${base}/items`);
    const picked = await client.post<{ id: string }>(`/api/items/${rows[0]?.id}/attachment`, {});
    const { id: withFile } = await client.newConversation();
    next = [[{ text: 'Somebody.' }]];
    const { turnId } = await client.post<{ turnId: string }>(`/api/conversations/${withFile}/turns`, {
      text: 'And who is that?',
      parentMessageId: null,
      fileIds: [picked.id],
    });
    await client.events(turnId);
    expect((await client.get(`/api/files/${picked.id}/text`))['text']).toContain('numbatress');
    await makeStatistics(folder);
    expect((await placesWith(folder, 'numbat')).length).toBeGreaterThan(1);
    expect((await client.send('DELETE', `/api/knowledge-bases/${base}`)).status).toBe(204);
    await server?.close();
    await makeOriginalsOld(folder);
    client = await start();
    await expect.poll(() => placesWith(folder, 'numbat')).toEqual([]);
    expect((await client.send('GET', `/api/files/${picked.id}`)).status).toBe(404);
    expect(JSON.stringify(await client.get(`/api/conversations/${id}/messages`))).toContain(
      'Somebody does [1].',
    );
  });
});
