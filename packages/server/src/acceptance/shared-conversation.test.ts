import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { scriptedModel, type ScriptedAct } from '@ibid/core/testing';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { startLoginServer } from './login-server.js';
import { TestClient } from './test-client.js';
import { startTextMcpServer } from './text-mcp-server.js';

/** Only the source contains this, neither questions nor answers. */
const SECRET = /marigold|watered/iu;
const REMINDER = 'I work for the ministry.';
const MARK = 'You may not see this source.';
/** More than any conversation here has. */
const MOST_SOURCES = 5;
let folder: string;
let server: IbidServer;
let administrator: TestClient;
let ann: TestClient;
let bob: TestClient;
let bobId: string;
let base: string;
let conversation: string;
let turnId: string;
let next: readonly ScriptedAct[][] = [];
/** The last act of a turn waits for it. */
let gate: Promise<void> = Promise.resolve();
const prompts: string[] = [];

/** Plays the test's script for the next turn. */
const model: LanguageModelV4 = {
  ...scriptedModel([], { modelId: 'chat', provider: 'own' }),
  // The search agent looks for names, then ends.
  doGenerate: (call) => {
    const said = JSON.stringify(call.prompt);
    const offers = (name: string) => call.tools?.some((tool) => tool.name === name);
    if (offers('search_items_by_name') && !said.includes('"tool-result"'))
      return scriptedModel([[{ call: 'search_items_by_name', input: { name: 'bloom' } }]]).doGenerate(call);
    if (offers('finish_retrieval'))
      return scriptedModel([[{ call: 'finish_retrieval', input: { reason: 'done' } }]]).doGenerate(call);
    return scriptedModel([[{ text: 'Flowers' }]]).doGenerate(call);
  },
  doStream: async (call) => {
    prompts.push(JSON.stringify(call.prompt));
    const [acts = [{ text: 'Nothing was laid out.' }], ...rest] = next;
    next = rest;
    if (rest.length === 0) await gate;
    return scriptedModel([acts]).doStream(call);
  },
};
const search: ScriptedAct = { call: 'retrieve_context', input: { query: 'bloom day' } };

async function ask(client: TestClient, id: string, acts: readonly ScriptedAct[][]): Promise<string> {
  next = acts;
  const { leafId } = await client.get<{ leafId: string | null }>(`/api/conversations/${id}`);
  const asked = await client.ask(id, 'When does it bloom?', { parentMessageId: leafId });
  await client.events(asked.turnId);
  return asked.turnId;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-shared-'));
  const started = await startLoginServer({
    dataFolder: folder,
    models: [{ id: 'own/chat', name: 'chat', model, isLanguageModel: true }],
  });
  ({ server } = started);
  administrator = started.root.client;
  await administrator.send('PUT', '/api/settings', {
    system: { models: { chat: 'own/chat' }, tools: { agentic: false } },
  });
  ann = (await started.add('ann')).client;
  ({ client: bob, id: bobId } = await started.add('bob'));
  base = (await ann.post<{ id: string }>('/api/knowledge-bases', { name: 'Marigold files' })).id;
  const parts = Array.from({ length: 40 }, (_, part) =>
    [`## Marigold ${part}`, `The marigold blooms on day ${part}. ${'It is watered. '.repeat(60)}`].join(
      '\n\n',
    ),
  );
  await upload(base, 'marigold.md', parts.join('\n\n'));
});

async function upload(into: string, name: string, text: string): Promise<void> {
  const form = new FormData();
  form.append('files', new Blob([text]), name);
  const { body } = await ann.send<{ jobId: string }>('POST', `/api/knowledge-bases/${into}/uploads`, form);
  while ((await ann.get(`/api/jobs/${body.jobId}`))['state'] !== 'done')
    await new Promise((resolve) => setTimeout(resolve, 50));
}

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  conversation = (await ann.newConversation()).id;
  turnId = await ask(ann, conversation, [
    [search],
    [{ call: 'read_fd', input: { fd: 'fd:1' } }],
    [{ text: 'In spring [1].' }],
  ]);
});

/** Reads everything readable of a conversation and returns the responses. */
async function walk(client: TestClient, id = conversation, turn = turnId, names?: string[]) {
  const statuses = new Set<number>();
  const seen: unknown[] = [];
  const read = async (path: string) => {
    const answer = await client.send('GET', path);
    statuses.add(answer.status);
    seen.push(answer.body);
  };
  const at = `/api/conversations/${id}`;
  await read(at);
  await read(`${at}/messages`);
  await read(`${at}/sources`);
  // The stored text of each source number, existing or not.
  for (let number = 1; number <= MOST_SOURCES; number += 1) {
    const { status, body } = await client.send('GET', `${at}/sources/${number}/text`);
    expect([200, 404]).toContain(status);
    seen.push(body);
  }
  for (const format of ['markdown&quotes=true', 'footnotes', 'html', 'bibtex', 'csl', 'json'])
    await read(`${at}/export?format=${format}`);
  const { messages } = (
    await client.send<{ messages?: { id: string; role: string }[] }>('GET', `${at}/messages`)
  ).body;
  for (const message of messages?.filter(({ role }) => role === 'assistant') ?? [])
    await read(`${at}/export?format=clipboard&message=${message.id}`);
  await read(`${at}/files`);
  // The search trajectory, the context reports, and everything streamed.
  await read(`/api/turns/${turn}`);
  await read(`/api/turns/${turn}/events?after=0`);
  await read(`${at}/descriptors`);
  for (const name of names ?? (await descriptors())) {
    const handle = `${at}/descriptors/${encodeURIComponent(name)}`;
    await read(handle);
    await read(`${handle}/search?pattern=o`);
    await read(`${handle}/versions`);
    await read(`${handle}/download`);
  }
  return { statuses, text: JSON.stringify(seen) };
}

/** The text of the conversation as a Word document, unpacked. It takes a second, so not every walk reads it. */
async function docxOf({ url, headers }: TestClient): Promise<string> {
  const response = await fetch(`${url}/api/conversations/${conversation}/export?format=docx`, { headers });
  expect(response.status).toBe(200);
  const parts = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.values(parts)
    .map((part) => strFromU8(part))
    .join();
}

/** As Ann sees them: assume that users who may not list them can guess the names. */
async function descriptors(): Promise<string[]> {
  const listed = await ann.get<{ rows: { name: string }[] }>(
    `/api/conversations/${conversation}/descriptors`,
  );
  return listed.rows.map((row) => row.name);
}

const share = (sharing: object) => ann.send('PATCH', `/api/conversations/${conversation}`, { sharing });
const shareBase = (sharing: object) => ann.send('PATCH', `/api/knowledge-bases/${base}`, { sharing });
const withBob = () => ({ visibility: 'shared', sharedWithUsers: [bobId] });

describe('KB-5 a conversation that is shared, and no longer', () => {
  it('shares what was said; of the sources behind it only what the reader may see anyway', async () => {
    const names = await descriptors();
    expect(names.length).toBeGreaterThan(0);
    const own = await walk(ann);
    expect(own.statuses).toEqual(new Set([200]));
    expect(own.text).toMatch(SECRET);
    const nothing = async () => {
      const { statuses, text } = await walk(bob);
      expect(statuses).toEqual(new Set([404]));
      expect(text).not.toMatch(SECRET);
    };
    await nothing();

    await share(withBob());
    const shared = await walk(bob);
    expect(shared.text).toContain('In spring [1].');
    expect(shared.text).toContain(MARK);
    expect(shared.text).not.toMatch(SECRET);
    expect(await docxOf(bob)).not.toMatch(SECRET);

    await shareBase(withBob());
    const both = await walk(bob);
    expect(both.statuses).toEqual(new Set([200]));
    expect(both.text).toMatch(SECRET);
    expect(await docxOf(bob)).toMatch(SECRET);
    await shareBase({ visibility: 'private' });
    expect((await walk(bob)).text).not.toMatch(SECRET);

    await share({ visibility: 'private' });
    await nothing();
  });

  it('shows what came before the hidden source as it was: results, reasoning, reports, handles, files', async () => {
    const { id: open } = await ann.post<{ id: string }>('/api/knowledge-bases', {
      name: 'Harbour',
      sharing: { visibility: 'public' },
    });
    await upload(open, 'harbour.md', `# Harbour\n\n${'The harbour freezes in January. '.repeat(400)}`);
    await ann.send('PUT', '/api/settings', { user: { reminder: REMINDER } });
    const { id } = await ann.newConversation();
    const clear = await ask(ann, id, [
      [{ reasoning: 'I look for ice.' }, { call: 'retrieve_context', input: { query: 'harbour freezes' } }],
      [{ call: 'fd_to_file', input: { fd: 'fd:1', file_path: 'ice.txt' } }],
      [{ reasoning: 'There is ice.' }, { text: 'In January [1].' }],
    ]);
    const hidden = await ask(ann, id, [
      [{ reasoning: 'Now the flowers.' }, search],
      [{ reasoning: 'They are watered.' }, { call: 'retrieve_context', input: { query: 'watered day' } }],
      [{ call: 'fd_to_file', input: { fd: 'fd:3', file_path: 'flowers.txt' } }],
      [{ text: 'In spring [2].' }],
    ]);
    const after = await ask(ann, id, [[{ reasoning: 'Still watered.' }, { text: 'Indeed.' }]]);
    await ann.send('PATCH', `/api/conversations/${id}`, { sharing: withBob() });

    const before = await walk(bob, id, clear, ['fd:1']);
    for (const seen of ['I look for ice.', 'There is ice.', 'The harbour freezes', 'ice.txt'])
      expect(before.text).toContain(seen);
    expect(before.statuses).toEqual(new Set([200]));
    const { contextReports } = await bob.get<{ contextReports: unknown[] }>(`/api/turns/${clear}`);
    expect(contextReports.length).toBeGreaterThan(0);
    // What she told the model outside this conversation stays private.
    expect((await walk(ann, id, clear, [])).text).toContain(REMINDER);
    expect(before.text).not.toContain(REMINDER);
    expect(before.text).toContain('Only the owner of the conversation sees this.');
    // In the turn that found it: what the model thought and requested before it could have read anything.
    expect(before.text).toContain('Now the flowers.');
    expect(before.text).toContain('bloom day');
    expect(before.text).not.toMatch(SECRET);
    for (const turn of [hidden, after])
      expect((await walk(bob, id, turn, ['fd:3'])).text).not.toMatch(SECRET);
    expect(before.text).not.toContain('flowers.txt');
    // The same in a fork.
    const { leafId } = await bob.get<{ leafId: string }>(`/api/conversations/${id}/messages`);
    const fork = await bob.post<{ id: string }>(`/api/conversations/${id}/fork`, { messageId: leafId });
    const forked = await bob.get(`/api/conversations/${fork.id}/messages`);
    expect(JSON.stringify(forked)).toContain('There is ice.');
    expect(JSON.stringify(forked)).not.toMatch(SECRET);
    const files = await bob.get<{ rows: { path: string }[] }>(`/api/conversations/${fork.id}/files`);
    expect(files.rows.map(({ path }) => path)).toEqual(['ice.txt']);
  });

  it('hides what a searching agent looked at and did not show', async () => {
    const bases = new Map<string, string>();
    for (let number = 10; number < 34; number += 1) {
      const name = `Bloom ${number}`;
      const { id: note } = await ann.post<{ id: string }>('/api/knowledge-bases', { name: 'Note' });
      await upload(note, `${name}.md`, `# ${name}\n\nA note on blooming, the ${number}th.`);
      bases.set(name, note);
    }
    await administrator.send('PUT', '/api/settings', { system: { tools: { agentic: true } } });
    const { id } = await ann.newConversation();
    const turn = await ask(ann, id, [
      [{ call: 'agentic_context_search', input: { query: 'Which files are called bloom?' } }],
      [{ text: 'I cannot tell.' }],
    ]);
    await administrator.send('PUT', '/api/settings', { system: { tools: { agentic: false } } });
    await ann.send('PATCH', `/api/conversations/${id}`, { sharing: withBob() });
    // Bob may see all numbered sources.
    const { retrieved } = await ann.get<{ retrieved: { title: string }[] }>(
      `/api/conversations/${id}/sources`,
    );
    for (const { title } of retrieved) {
      const shared = await ann.send('PATCH', `/api/knowledge-bases/${bases.get(title)}`, {
        sharing: withBob(),
      });
      expect(shared.status).toBe(200);
    }
    const shown = new Set(retrieved.map(({ title }) => title));
    const own = new Set((await walk(ann, id, turn, [])).text.match(/Bloom \d\d/gu));
    const hidden = [...own].filter((title) => !shown.has(title));
    expect(hidden).not.toEqual([]);
    const seen = await walk(bob, id, turn, []);
    expect(seen.text).toContain('I cannot tell.');
    for (const title of hidden) expect(seen.text).not.toContain(title);
  });

  it('hides sources in a turn that is being written too, in either stream', async () => {
    await share(withBob());
    let open = () => {};
    gate = new Promise((resolve) => (open = resolve));
    next = [[search], [{ text: 'In spring [1].' }]];
    const { leafId } = await ann.get<{ leafId: string }>(`/api/conversations/${conversation}`);
    const asked = await ann.ask(conversation, 'When does it bloom?', { parentMessageId: leafId });
    await expect.poll(() => next.length).toBe(0);
    const watch = ({ url, headers }: TestClient, path: string) => fetch(url + path, { headers });
    // Each has its headers, and so has begun, before the turn continues.
    const watched = await Promise.all([
      watch(bob, `/api/ui/chat/${conversation}/stream`),
      watch(bob, `/api/turns/${asked.turnId}/events?after=0`),
      watch(ann, `/api/ui/chat/${conversation}/stream`),
    ]);
    open();
    const [ui, events, own] = await Promise.all(watched.map((response) => response.text()));
    for (const seen of [ui, events]) {
      expect(seen).toContain('In spring');
      expect(seen).not.toMatch(SECRET);
    }
    expect(own).toMatch(SECRET);
    await share({ visibility: 'private' });
  });

  it('API-3 hides what tools of others returned once the model may have told them the source', async () => {
    const before = await startTextMcpServer('The ferry crosses at noon and at six, all the year round.');
    // Like a tool that translates or records its input.
    const after = await startTextMcpServer('You gave me this: the marigold blooms, and is watered at dawn.');
    const mcpServers = [
      { id: 'ferry', url: before.url, enabled: true },
      { id: 'echo', url: after.url, enabled: true },
    ];
    await administrator.send('PUT', '/api/settings', { system: { mcpServers } });
    try {
      const { id } = await ann.newConversation();
      await ask(ann, id, [[{ call: 'ferry_fetch', input: {} }], [{ text: 'At noon [1].' }]]);
      const turn = await ask(ann, id, [
        [search],
        [{ call: 'echo_fetch', input: {} }],
        [{ text: 'In spring [2], they say [3], and at noon [1].' }],
      ]);
      const kept = await ann.get(`/api/conversations/${id}/sources/3/text`);
      expect(kept['text']).toMatch(SECRET);
      await ann.send('PATCH', `/api/conversations/${id}`, { sharing: withBob() });
      const seen = await walk(bob, id, turn, []);
      expect(seen.text).toContain('they say [3]');
      expect(seen.text).toContain('The ferry crosses at noon');
      expect(seen.text).not.toMatch(SECRET);
      const { leafId } = await bob.get<{ leafId: string }>(`/api/conversations/${id}/messages`);
      const fork = await bob.post<{ id: string }>(`/api/conversations/${id}/fork`, { messageId: leafId });
      expect((await walk(bob, fork.id, turn, [])).text).not.toMatch(SECRET);
    } finally {
      await administrator.send('PUT', '/api/settings', { system: { mcpServers: [] } });
      await before.close();
      await after.close();
    }
  });

  it('gives a fork nothing that its maker may not see, and its model neither', async () => {
    await share(withBob());
    const names = await descriptors();
    const { leafId } = await bob.get<{ leafId: string }>(`/api/conversations/${conversation}/messages`);
    const fork = await bob.post<{ id: string }>(`/api/conversations/${conversation}/fork`, {
      messageId: leafId,
    });
    prompts.length = 0;
    const asked = await ask(bob, fork.id, [
      names.flatMap((fd): ScriptedAct[] => [
        { call: 'read_fd', input: { fd } },
        { call: 'search_fd', input: { fd, pattern: 'day' } },
      ]),
      [search],
      [{ text: 'I cannot tell.' }],
    ]);
    expect(prompts.length).toBe(3);
    expect(prompts.join()).toContain('In spring');
    expect(prompts.join()).not.toMatch(SECRET);
    const walked = await walk(bob, fork.id, asked, names);
    expect(walked.text).toContain('In spring [1].');
    expect(walked.text).not.toMatch(SECRET);
    // Nor later, when the owner gives them access to the source: it was never copied.
    await shareBase(withBob());
    // The item itself reveals the file's name, and they may see it now.
    expect((await walk(bob, fork.id, asked, names)).text).not.toMatch(/watered/iu);
    await shareBase({ visibility: 'private' });
  });

  it('tells nobody who may not see a source whether it has changed, or how well it fitted', async () => {
    const { id: tides } = await ann.post<{ id: string }>('/api/knowledge-bases', { name: 'Tides' });
    const write = (hour: string) =>
      upload(tides, 'tides.md', `# Tides\n\nHigh water is at ${hour} in the morning.`);
    await write('nine');
    const { id } = await ann.newConversation();
    await ask(ann, id, [
      [{ call: 'retrieve_context', input: { query: 'high water in the morning' } }],
      [{ text: 'High water is at nine in the morning [1].' }],
    ]);
    await write('ten');
    await ann.send('PATCH', `/api/conversations/${id}`, { sharing: withBob() });
    const of = async (client: TestClient) => {
      const { cited } = await client.get<{ cited: object[] }>(`/api/conversations/${id}/sources`);
      const messages = JSON.stringify(await client.get(`/api/conversations/${id}/messages`));
      const found = messages.matchAll(/"score":([^,]+),"title":"(Tides|You may not see this source\.)"/gu);
      return { cited, scores: new Set(Array.from(found, ([, score]) => score === 'null')) };
    };
    expect(await of(ann)).toMatchObject({ cited: [{ hasChanged: true }] });
    const hidden = await of(bob);
    expect(hidden.cited).toMatchObject([{ title: MARK, hasChanged: false }]);
    expect(hidden.scores).toEqual(new Set([true]));
  });

  it('shares the files that were attached, for as long as it is shared', async () => {
    const form = new FormData();
    form.append('files', new Blob(['The tulip is pruned.']), 'tulip.txt');
    const { body: file } = await ann.send<{ id: string }>('POST', '/api/files', form);
    const path = `/api/files/${file.id}`;
    await expect.poll(async () => (await ann.get(path))['state']).toBe('counted');
    const { id } = await ann.newConversation();
    next = [[{ text: 'Yes.' }]];
    const { turnId: turn } = await ann.post<{ turnId: string }>(`/api/conversations/${id}/turns`, {
      text: 'Is it pruned?',
      parentMessageId: null,
      fileIds: [file.id],
    });
    await ann.events(turn);
    const statuses = async () =>
      Promise.all(['', '/content', '/text'].map(async (part) => (await bob.send('GET', path + part)).status));
    expect(await statuses()).toEqual([404, 404, 404]);
    await ann.send('PATCH', `/api/conversations/${id}`, { sharing: withBob() });
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await bob.get(`${path}/text`))['text']).toContain('pruned');
    expect((await bob.send('DELETE', path)).status).toBe(404);
    await ann.send('PATCH', `/api/conversations/${id}`, { sharing: { visibility: 'private' } });
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  it('CTX-4 hides a document that was attached to a message as it hides any other source', async () => {
    const { id: attic } = await ann.post<{ id: string }>('/api/knowledge-bases', { name: 'Attic' });
    const shareAttic = (sharing: object) => ann.send('PATCH', `/api/knowledge-bases/${attic}`, { sharing });
    await upload(attic, 'attic.md', '# The marigold of the attic\n\nIt is watered at noon.');
    const { rows } = await ann.get<{ rows: { id: string }[] }>(`/api/knowledge-bases/${attic}/items`);
    const asks = async (client: TestClient) => {
      const { id: fileId } = await client.post<{ id: string }>(`/api/items/${rows[0]?.id}/attachment`, {});
      const { id } = await client.newConversation();
      next = [[{ text: 'At noon.' }]];
      const { turnId: turn } = await client.post<{ turnId: string }>(`/api/conversations/${id}/turns`, {
        text: 'When?',
        parentMessageId: null,
        fileIds: [fileId],
      });
      await client.events(turn);
      return { id, turn, fileId };
    };
    const bytes = async (client: TestClient, fileId: string) =>
      Promise.all(
        ['', '/content', '/text'].map(
          async (part) => (await client.send('GET', `/api/files/${fileId}${part}`)).status,
        ),
      );
    const reading: ScriptedAct[][] = [
      [{ call: 'read_fd', input: { fd: 'fd:1' } }],
      [{ text: 'I cannot tell.' }],
    ];

    const own = await asks(ann);
    await ann.send('PATCH', `/api/conversations/${own.id}`, { sharing: withBob() });
    expect((await walk(ann, own.id, own.turn, ['fd:1'])).text).toMatch(SECRET);
    const seen = await walk(bob, own.id, own.turn, ['fd:1']);
    expect(seen.text).toContain('At noon.');
    expect(seen.text).not.toMatch(SECRET);
    const { leafId } = await bob.get<{ leafId: string }>(`/api/conversations/${own.id}/messages`);
    const fork = await bob.post<{ id: string }>(`/api/conversations/${own.id}/fork`, { messageId: leafId });
    prompts.length = 0;
    const asked = await ask(bob, fork.id, reading);
    expect(prompts.length).toBe(2);
    expect(prompts.join()).not.toMatch(SECRET);
    expect((await walk(bob, fork.id, asked, ['fd:1'])).text).not.toMatch(SECRET);

    // Losing access to the item means losing the file made from it.
    await shareAttic(withBob());
    const lost = await asks(bob);
    expect(await bytes(bob, lost.fileId)).toEqual([200, 200, 200]);
    expect((await walk(bob, lost.id, lost.turn, ['fd:1'])).text).toMatch(SECRET);
    await shareAttic({ visibility: 'private' });
    expect(await bytes(bob, lost.fileId)).toEqual([404, 404, 404]);
    expect((await walk(bob, lost.id, lost.turn, ['fd:1'])).text).not.toMatch(SECRET);
    prompts.length = 0;
    await ask(bob, lost.id, reading);
    expect(prompts.length).toBe(2);
    expect(prompts.join()).not.toMatch(SECRET);
  });

  it('takes what is withdrawn or deleted from the conversations of those who had it', async () => {
    await shareBase(withBob());
    const own = (await bob.newConversation()).id;
    const turn = await ask(bob, own, [[search], [{ text: 'In spring [1].' }]]);
    const listed = await bob.get<{ rows: { name: string }[] }>(`/api/conversations/${own}/descriptors`);
    const names = listed.rows.map((row) => row.name);
    expect((await walk(bob, own, turn, names)).text).toMatch(SECRET);
    await shareBase({ visibility: 'private' });
    expect((await walk(bob, own, turn, names)).text).not.toMatch(SECRET);
    prompts.length = 0;
    const reading = names.map((fd): ScriptedAct => ({ call: 'read_fd', input: { fd } }));
    await ask(bob, own, [reading, [{ text: 'It is gone.' }]]);
    expect(prompts.length).toBe(2);
    expect(prompts.join()).not.toMatch(SECRET);

    expect((await walk(ann)).text).toMatch(SECRET);
    const { rows } = await ann.get<{ rows: { id: string }[] }>(`/api/knowledge-bases/${base}/items`);
    for (const { id } of rows) await ann.send('DELETE', `/api/items/${id}`);
    const gone = (await walk(ann)).text;
    expect(gone).not.toMatch(SECRET);
    // Deleted for everybody, as opposed to hidden from her.
    expect(gone).toContain('This document was deleted.');
  });
});
