import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackets, startFakeOpenAIServer } from '@ibid/core/testing';
import type { FakeOpenAIServer } from '@ibid/core/testing';
import { PacketRepository, TurnRepository, claimTurn, openDatabase } from '@ibid/store/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyTurnView } from '@ibid/core/turn-view';
import type { TurnView } from '@ibid/core/turn-view';
import { startServerProcess } from './server-process.js';
import type { ServerProcess } from './server-process.js';
import { TestClient } from './test-client.js';
import { onPostgres, testStore } from './test-store.js';

interface Branch {
  messages: {
    id: string;
    role: string;
    text: string;
    status?: string;
    siblings: string[];
    view?: TurnView;
  }[];
  leafId: string | null;
  runningTurnId: string | null;
}

let folder: string;
let fake: FakeOpenAIServer;
let server: ServerProcess;
let client: TestClient;

const slow = 'custom/fake/tokens=60,gap=15';

async function start(): Promise<void> {
  server = await startServerProcess(
    { dataFolder: folder, ...(await testStore(folder)) },
    { IBID_MODEL_URL: fake.url, IBID_SMALL_MODEL: 'ibid/extractive' },
  );
  client = new TestClient(server.url);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-live-'));
  fake = await startFakeOpenAIServer();
  await start();
});

afterAll(async () => {
  await server.end('SIGTERM');
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

describe('FLOW-8 disconnect is not stop', () => {
  it('gives the same bytes however the stream was cut, at every packet, with calls and citations too', async () => {
    await client.send('PUT', '/api/settings', { system: { tools: { agentic: false } } });
    const base = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Lights' });
    const form = new FormData();
    form.append('files', new Blob(['The lighthouse of Vardo was built in 1896.']), 'vardo.md');
    const path = `/api/knowledge-bases/${base.id}/uploads`;
    const { jobId } = (await client.send<{ jobId: string }>('POST', path, form)).body;
    await client.send('GET', `/api/jobs/${jobId}/events`);
    const kinds = new Set<string>();
    for (const modelId of ['custom/fake/tokens=12', 'custom/fake/tools=1,tool=retrieve_context,quote']) {
      const { id } = await client.newConversation();
      const { turnId } = await client.ask(id, 'When was the lighthouse of Vardo built?', { modelId });
      const whole = await client.events(turnId);
      expect(checkPackets(whole.packets)).toEqual([]);
      for (const { type } of whole.packets) kinds.add(type);
      for (let cursor = 0; cursor <= whole.packets.length; cursor += 1) {
        const rest = await client.events(turnId, { after: cursor });
        expect(whole.frames.slice(0, cursor).join('') + rest.raw).toBe(whole.raw);
      }
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['tool-sources', 'tool-result', 'citation']));
    await client.send('DELETE', `/api/knowledge-bases/${base.id}`);
  });

  it('loses and repeats nothing for a client that leaves and comes back while the turn runs', async () => {
    const { id } = await client.newConversation();
    const { turnId } = await client.ask(id, 'Hello', { modelId: slow });
    const watching = client.events(turnId);
    let seen = '';
    let cursor = 0;
    for (let most = 1; ; most += 3) {
      const part = await client.events(turnId, { after: cursor, most });
      seen += part.raw;
      cursor = part.packets.at(-1)?.seq ?? cursor;
      if (part.packets.at(-1)?.type === 'turn-stop') break;
    }
    const other = await watching;
    expect(seen).toBe(other.raw);
    expect(checkPackets(other.packets)).toEqual([]);
  });

  it('goes on without anybody watching, and honours Last-Event-ID', async () => {
    const { id } = await client.newConversation();
    const { turnId } = await client.ask(id, 'Hello', { modelId: 'custom/fake/tokens=5,ttft=50' });
    await expect
      .poll(
        async () => (await client.get<Branch>(`/api/conversations/${id}/messages`)).messages.at(-1)?.status,
      )
      .toBe('complete');
    const answer = await fetch(`${server.url}/api/turns/${turnId}/events?after=0`, {
      headers: { 'last-event-id': '3' },
    });
    expect(await answer.text()).toMatch(/^id: 4\n/u);
  });

  it('shows a page that is opened in the middle what was streamed, and the rest', async () => {
    const { id } = await client.newConversation();
    const { turnId } = await client.ask(id, 'Hello', { modelId: slow });
    await client.events(turnId, { most: 12 });
    const branch = await client.get<Branch>(`/api/conversations/${id}/messages`);
    const view = branch.messages.at(-1)!.view!;
    expect(branch.runningTurnId).toBe(turnId);
    expect(view.status).toBe('running');
    const rest = await client.events(turnId, { after: view.seq });
    expect(rest.packets[0]?.seq).toBe(view.seq + 1);
    const streamed = rest.packets
      .map((packet) => (packet.type === 'answer-delta' ? packet.text : ''))
      .join('');
    const before = view.blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('');
    const after = (await client.get<Branch>(`/api/conversations/${id}/messages`)).messages.at(-1)!;
    expect(before + streamed).toBe(after.text);
  });
});

describe('FLOW-7 stopping', () => {
  it('is possible from another tab, and keeps what was streamed', async () => {
    const { id } = await client.newConversation();
    const { turnId } = await client.ask(id, 'Hello', { modelId: slow });
    const first = client.events(turnId);
    await client.events(turnId, { most: 10 });
    expect((await client.send('POST', `/api/turns/${turnId}/stop`)).status).toBe(204);
    const { packets } = await first;
    expect(packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'stopped' });
    const shown = packets.map((packet) => (packet.type === 'answer-delta' ? packet.text : '')).join('');
    const message = (await client.get<Branch>(`/api/conversations/${id}/messages`)).messages.at(-1)!;
    expect(message.status).toBe('stopped');
    expect(message.view!.blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('')).toBe(
      shown,
    );
  });

  it('reaches a turn that another process runs on the same data', async () => {
    const second = await startServerProcess(
      { dataFolder: folder, ...(await testStore(folder)) },
      { IBID_MODEL_URL: fake.url, IBID_SMALL_MODEL: 'ibid/extractive' },
    );
    try {
      const other = new TestClient(second.url);
      const { id } = await client.newConversation();
      const { turnId } = await client.ask(id, 'Hello', { modelId: 'custom/fake/tokens=400,gap=10' });
      const watched = await other.events(turnId, { most: 8 });
      expect(watched.packets.map((packet) => packet.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      const whole = other.events(turnId);
      expect((await other.send('POST', `/api/turns/${turnId}/stop`)).status).toBe(204);
      expect((await whole).packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'stopped' });
    } finally {
      await second.end('SIGTERM');
    }
  });

  it('lets one turn of a conversation run at a time', async () => {
    const { id } = await client.newConversation();
    const { turnId } = await client.ask(id, 'Hello', { modelId: slow });
    const body = { text: 'Again', parentMessageId: null };
    const second = await client.send('POST', `/api/conversations/${id}/turns`, body);
    expect(second).toMatchObject({ status: 409, body: { code: 'turn_running' } });
    await client.send('POST', `/api/turns/${turnId}/stop`);
  });
});

describe('FLOW-9 failure keeps everything', () => {
  it('marks a turn that fails, keeps what came, and retries from the user message', async () => {
    const { id } = await client.newConversation();
    const { turnId, userMessageId } = await client.ask(id, 'Hello', {
      modelId: 'custom/fake/tokens=30,streamerror=8,errors=1',
    });
    const { packets } = await client.events(turnId);
    expect(packets.map((packet) => packet.type).slice(-2)).toEqual(['error', 'turn-stop']);
    const failed = (await client.get<Branch>(`/api/conversations/${id}/messages`)).messages.at(-1)!;
    expect(failed.status).toBe('failed');
    expect(failed.view!.error).toMatchObject({ retryable: true });
    const again = await client.post<{ turnId: string; userMessageId: string }>(
      `/api/turns/${turnId}/retry`,
      {},
    );
    expect(again.userMessageId).toBe(userMessageId);
    await client.events(again.turnId);
    const branch = await client.get<Branch>(`/api/conversations/${id}/messages`);
    expect(branch.messages).toHaveLength(2);
    expect(branch.messages[1]).toMatchObject({ status: 'complete' });
    expect(branch.messages[1]!.siblings).toHaveLength(2);
  });

  it('says what is wrong with a key, a model, a host, within the turn, and the conversation goes on', async () => {
    const { id } = await client.newConversation();
    const failing = await client.ask(id, 'Hello', { modelId: 'custom/no-such-model' });
    const { packets } = await client.events(failing.turnId);
    const error = packets.find((packet) => packet.type === 'error');
    expect(error).toMatchObject({ code: 'unknown_model' });
    const next = await client.ask(id, 'Hello again', {
      modelId: 'custom/fake/tokens=3',
      parentMessageId: failing.assistantMessageId,
    });
    expect((await client.events(next.turnId)).packets.at(-1)).toMatchObject({ reason: 'complete' });
  });

  // A database file has one writer; a PostgreSQL outage is tested in test/scale.
  it.skipIf(onPostgres)(
    'goes on when another process holds the database for a while, before and in the middle of a turn',
    async () => {
      const { id } = await client.newConversation();
      const holder = await openDatabase({ folder });
      const hold = (milliseconds: number) =>
        holder.db.transaction().execute(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));
      const held = hold(400);
      const { turnId } = await client.ask(id, 'Hello', { modelId: slow });
      await held;
      const streaming = client.events(turnId);
      await hold(500);
      const { packets } = await streaming;
      await holder.close();
      expect(checkPackets(packets)).toEqual([]);
      expect(packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'complete' });
      await expect
        .poll(async () => (await client.get<{ status: string }>(`/api/turns/${turnId}`)).status)
        .toBe('complete');
      expect((await client.events(turnId)).packets).toEqual(packets);
    },
  );

  it('OPS-2 changes nothing in a turn that another server took over meanwhile', async () => {
    const { id } = await client.newConversation();
    const { turnId, assistantMessageId } = await client.ask(id, 'Hello', { modelId: slow });
    await client.events(turnId, { most: 5 });
    const { databaseUrl } = await testStore(folder);
    const other = await openDatabase(databaseUrl ? { url: databaseUrl } : { folder });
    const turns = new TurnRepository(other.db);
    const { serverId } = (await turns.get(turnId))!;
    // What a second server does with a turn of a server without heartbeats.
    expect(await claimTurn(other.db, { turnId, from: serverId, to: 'another' })).toBe(true);
    await turns.finish({
      turnId,
      serverId: 'another',
      conversationId: id,
      assistantMessageId,
      status: 'interrupted',
      text: 'Kept by the other one.',
      content: { view: emptyTurnView(turnId), steps: [], shownAnswer: '', descriptor: null },
      error: null,
      contextReports: [],
      trajectory: null,
      usage: { inputTokens: 0, outputTokens: 0 },
      costUsd: null,
    });
    const stored = await new PacketRepository(other.db, other.dialect).after(turnId, 0);
    await client.events(turnId);
    expect((await client.get<{ status: string }>(`/api/turns/${turnId}`)).status).toBe('interrupted');
    expect(await new PacketRepository(other.db, other.dialect).after(turnId, 0)).toEqual(stored);
    await other.close();
  });

  it('does nothing twice for the same idempotency key', async () => {
    const { id } = await client.newConversation();
    const body = { text: 'Once', parentMessageId: null, modelId: 'custom/fake/tokens=3' };
    const send = () =>
      client.send(`POST`, `/api/conversations/${id}/turns`, body, { 'idempotency-key': `key-${id}` });
    const first = await send();
    const second = await send();
    expect(second).toMatchObject({ status: 202, body: first.body });
    const other = await client.send(
      'POST',
      `/api/conversations/${id}/turns`,
      { ...body, text: 'Other' },
      { 'idempotency-key': `key-${id}` },
    );
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    const branch = await client.get<Branch>(`/api/conversations/${id}/messages`);
    expect(branch.messages.filter((message) => message.role === 'user')).toHaveLength(1);
    expect(branch.messages[0]!.siblings).toHaveLength(1);
  });

  it('loses nothing that was acknowledged when the process is killed, again and again', async () => {
    // Six keep the suite fast; set the variable for a long run.
    const rounds = Number(process.env['IBID_KILL_ROUNDS'] ?? 6);
    // Evenly spread fractions for any number of rounds, the same in each run.
    const spread = (index: number) => ((index + 1) * 0.618_033_988_7) % 1;
    const acknowledged: { id: string; turnId: string; seen: string }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Three turns at different stages each time: before the first token, in the middle, near the end.
      const watched = await Promise.all(
        ['custom/fake/tokens=200,gap=1', slow, 'custom/fake/tokens=30,gap=40'].map(async (modelId) => {
          const { id } = await client.newConversation();
          const { turnId } = await client.ask(id, `Round ${round}`, { modelId });
          return { id, turnId, watching: client.events(turnId) };
        }),
      );
      const { id: target } = await client.newConversation();
      const send = () =>
        client.send<{ turnId: string }>(
          'POST',
          `/api/conversations/${target}/turns`,
          { text: 'In flight', parentMessageId: null, modelId: slow },
          { 'idempotency-key': `flight-${target}` },
        );
      await new Promise((resolve) => setTimeout(resolve, spread(round) * 1_000));
      // A message in flight at that moment, at any stage of being accepted.
      const inFlight = send().catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, spread(round + rounds) * 8));
      await server.end('SIGKILL');
      for (const { id, turnId, watching } of watched)
        acknowledged.push({ id, turnId, seen: (await watching).frames.join('') });
      const answer = await inFlight;
      await start();
      const again = await send();
      expect(again.status).toBe(202);
      if (answer?.status === 202) expect(again.body).toEqual(answer.body);
      const { messages } = await client.get<Branch>(`/api/conversations/${target}/messages`);
      expect(messages.map(({ text, siblings }) => [text, siblings.length])[0]).toEqual(['In flight', 1]);
      expect(messages[1]?.siblings).toHaveLength(1);
    }
    for (const { id, turnId, seen } of acknowledged) {
      const whole = await client.events(turnId);
      expect(whole.raw.startsWith(seen)).toBe(true);
      expect(checkPackets(whole.packets)).toEqual([]);
      const { messages } = await client.get<Branch>(`/api/conversations/${id}/messages`);
      expect(messages).toHaveLength(2);
      expect(['interrupted', 'complete']).toContain(messages[1]!.status);
      const streamed = whole.packets
        .map((packet) => (packet.type === 'answer-delta' ? packet.text : ''))
        .join('');
      expect(
        messages[1]!.view!.blocks.map((block) => (block.kind === 'text' ? block.text : '')).join(''),
      ).toBe(streamed);
    }
    const interrupted = acknowledged.at(-1)!;
    const retry = await client.post<{ turnId: string }>(`/api/turns/${interrupted.turnId}/retry`, {});
    expect((await client.events(retry.turnId)).packets.at(-1)).toMatchObject({
      type: 'turn-stop',
      reason: 'complete',
    });
  });

  it('finishes or keeps running turns when it is shut down in good order', async () => {
    const { id } = await client.newConversation();
    const { turnId } = await client.ask(id, 'Hello', { modelId: 'custom/fake/tokens=40,gap=10' });
    const watching = client.events(turnId);
    await client.events(turnId, { most: 5 });
    await server.end('SIGTERM');
    expect((await watching).packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'complete' });
    await start();
    const { messages } = await client.get<Branch>(`/api/conversations/${id}/messages`);
    expect(messages[1]).toMatchObject({ status: 'complete' });
  });
});

describe('OPS-3 a shutdown that cannot wait for a turn', () => {
  it('tells its watchers, marks it interrupted, and keeps what was streamed', async () => {
    const options = { dataFolder: folder, closePatienceMilliseconds: 100, ...(await testStore(folder)) };
    const short = await startServerProcess(options, { IBID_MODEL_URL: fake.url });
    const other = new TestClient(short.url);
    const { id } = await other.newConversation();
    const { turnId } = await other.ask(id, 'Hello', { modelId: 'custom/fake/tokens=2000,gap=20' });
    const watching = other.events(turnId);
    await other.events(turnId, { most: 6 });
    await short.end('SIGTERM');
    const { packets, raw } = await watching;
    expect(checkPackets(packets)).toEqual([]);
    expect(packets.slice(-2)).toMatchObject([
      { type: 'error', code: 'interrupted', retryable: true },
      { type: 'turn-stop', reason: 'failed' },
    ]);
    expect((await client.events(turnId)).raw).toBe(raw);
    const message = (await client.get<Branch>(`/api/conversations/${id}/messages`)).messages.at(-1)!;
    expect(message).toMatchObject({ status: 'interrupted', view: { status: 'interrupted' } });
    const shown = packets.map((packet) => (packet.type === 'answer-delta' ? packet.text : '')).join('');
    expect(shown).not.toBe('');
    expect(message.text).toBe(shown);
  });
});

describe('FLOW-10 conversation tree', () => {
  it('has the title of its first question as edited, unless somebody gave it one', async () => {
    const modelId = 'custom/fake/tokens=3';
    const { id } = await client.newConversation();
    const title = async () => (await client.get<{ title: string }>(`/api/conversations/${id}`)).title;
    const ask = async (text: string, parentMessageId: string | null = null) => {
      const asked = await client.ask(id, text, { modelId, parentMessageId });
      await client.events(asked.turnId);
      return asked;
    };
    const first = await ask('When does the clinic open?');
    await ask('And on Sunday?', first.assistantMessageId);
    expect(await title()).toBe('When does the clinic open?');
    await ask('When does the pharmacy open?');
    expect(await title()).toBe('When does the pharmacy open?');
    await client.send('PATCH', `/api/conversations/${id}`, { title: 'Hours' });
    await ask('When does the laboratory open?');
    expect(await title()).toBe('Hours');
  });

  it('edits, regenerates, switches and forks', async () => {
    const modelId = 'custom/fake/tokens=3';
    const { id } = await client.newConversation();
    const first = await client.ask(id, 'What is the first question?', { modelId });
    await client.events(first.turnId);
    expect(await client.get(`/api/conversations/${id}`)).toMatchObject({
      title: 'What is the first question?',
    });
    const second = await client.ask(id, 'Second', { modelId, parentMessageId: first.assistantMessageId });
    await client.events(second.turnId);
    const edited = await client.ask(id, 'Second, edited', {
      modelId,
      parentMessageId: first.assistantMessageId,
    });
    await client.events(edited.turnId);
    const again = await client.post<{ turnId: string; assistantMessageId: string }>(
      `/api/conversations/${id}/turns`,
      {
        text: '',
        parentMessageId: null,
        regenerateOf: edited.assistantMessageId,
        modelId,
      },
    );
    await client.events(again.turnId);
    const branch = await client.get<Branch>(`/api/conversations/${id}/messages`);
    expect(branch.messages.map((message) => message.id)).toEqual([
      first.userMessageId,
      first.assistantMessageId,
      edited.userMessageId,
      again.assistantMessageId,
    ]);
    expect(branch.messages[2]!.siblings).toEqual([second.userMessageId, edited.userMessageId]);
    expect(branch.messages[3]!.siblings).toEqual([edited.assistantMessageId, again.assistantMessageId]);
    await client.send('PATCH', `/api/conversations/${id}`, { leafId: second.userMessageId });
    const switched = await client.get<Branch>(`/api/conversations/${id}/messages`);
    expect(switched.leafId).toBe(second.assistantMessageId);
    const fork = await client.post<{ id: string; leafId: string }>(`/api/conversations/${id}/fork`, {
      messageId: first.assistantMessageId,
    });
    const forked = await client.get<Branch>(`/api/conversations/${fork.id}/messages`);
    expect(forked.messages.map((message) => message.text)).toEqual(
      switched.messages.slice(0, 2).map((message) => message.text),
    );
    await client.send('DELETE', `/api/conversations/${id}`);
    expect((await client.send('GET', `/api/conversations/${id}`)).status).toBe(404);
    expect((await client.get<Branch>(`/api/conversations/${fork.id}/messages`)).messages).toHaveLength(2);
  });
});
