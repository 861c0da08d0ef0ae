import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { scriptedModel, type ScriptedAct } from '@ibid/core/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IbidServer } from '../create-server.js';
import { startLoginServer } from './login-server.js';
import type { LoggedIn } from './login-server.js';

interface Standing {
  name: string;
  used: number;
  limit: number | null;
  resetsAt: string | null;
}

/** Less than is reserved in advance. */
const USED = { inputTokens: 900, outputTokens: 600 };
let folder: string;
let server: IbidServer;
let root: LoggedIn;
let ann: LoggedIn;
let bob: LoggedIn;
let calls = 0;
/** Calls wait for it if a test wants them to overlap. */
let gate: Promise<void> | null = null;
let said = ['It is so.'];
/** Overrides what the model does first in the next turn. */
let first: ScriptedAct[] | null = null;
/** How often it was asked to read a part of a document. */
let stretches = 0;
/** The usage reported by the provider; null: none. */
let told: { inputTokens: number; outputTokens: number } | null = USED;

const model: LanguageModelV4 = {
  ...scriptedModel([], { modelId: 'chat', provider: 'own' }),
  doGenerate: (call) => {
    calls += 1;
    const isStretch = /Stretch \d+ of /u.test(JSON.stringify(call.prompt));
    if (isStretch) stretches += 1;
    const usage = { inputTokens: isStretch ? 5_000 : 1, outputTokens: 1 };
    return scriptedModel([[{ text: isStretch ? '- It opened.' : 'A title' }, { usage }]]).doGenerate(call);
  },
  doStream: async (call) => {
    calls += 1;
    await gate;
    const usage = told ?? { inputTokens: 0, outputTokens: 0 };
    const acts = first ?? said.map((text) => ({ text }));
    first = null;
    return scriptedModel([[...acts, { usage }]]).doStream(call);
  },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-budgets-'));
  const models = [{ id: 'own/chat', name: 'chat', model, isLanguageModel: true }];
  const started = await startLoginServer({ dataFolder: folder, models });
  ({ server, root } = started);
  ann = await started.add('ann');
  bob = await started.add('bob');
  const system = { models: { chat: 'own/chat' }, prices: { 'own/chat': { input: 1, output: 1 } } };
  await root.client.send('PUT', '/api/settings', { system });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

afterEach(async () => {
  gate = null;
  said = ['It is so.'];
  told = USED;
  await root.client.send('PUT', '/api/settings', { system: { budgets: {} } });
  for (const { id } of [ann, bob]) await root.client.send('PUT', `/api/users/${id}/budget`, {});
});

const setBudget = ({ id }: LoggedIn, budget: object) =>
  root.client.send('PUT', `/api/users/${id}/budget`, budget);
const standingOf = async ({ client }: LoggedIn, name: string) =>
  (await client.get<{ rows: Standing[] }>('/api/budget')).rows.find((row) => row.name === name)!;

async function ask({ client }: LoggedIn, text = 'How is it?') {
  const { id } = await client.newConversation();
  const answer = await client.send<{ turnId: string; code?: string; detail?: string }>(
    'POST',
    `/api/conversations/${id}/turns`,
    { text, parentMessageId: null },
  );
  return { id, ...answer };
}

/** How the turn ended: null, or its error code. */
async function endOf({ client }: LoggedIn, turnId: string): Promise<string | null> {
  const { packets } = await client.events(turnId);
  const error = packets.find((packet) => packet.type === 'error');
  return error?.type === 'error' ? error.code : null;
}

describe('ORG-5 budgets', () => {
  it('refuse once they are spent, say when they reset, and hold for a role and for a person', async () => {
    await root.client.send('PUT', '/api/settings', {
      system: { budgets: { member: { tokensPerDay: 9_000 } } },
    });
    const ends: (string | null | undefined)[] = [];
    let refused: Awaited<ReturnType<typeof ask>> | null = null;
    while (refused === null && ends.length < 10) {
      const asked = await ask(ann);
      if (asked.status === 429) refused = asked;
      else ends.push(await endOf(ann, asked.body.turnId));
      if (ends.at(-1) === 'budget_spent')
        await setBudget(ann, { tokensPerDay: (await standingOf(ann, 'tokensPerDay')).used });
    }
    expect(ends[0]).toBeNull();
    expect(refused).toMatchObject({ status: 429, body: { code: 'budget_spent' } });
    expect(refused?.body.detail).toMatch(
      /^You have used .* tokens of your budget for today\. .* It resets on \d{4}-\d\d-\d\d at 00:00 UTC/u,
    );
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    const { used, limit, resetsAt } = await standingOf(ann, 'tokensPerDay');
    expect(used).toBeLessThanOrEqual(9_000);
    expect(used).toBeGreaterThanOrEqual(limit!);
    expect(Date.parse(resetsAt!)).toBeGreaterThan(Date.now());
    // Another member has a separate budget; administrators have none.
    const other = await ask(bob);
    expect(await endOf(bob, other.body.turnId)).toBeNull();
    expect((await ask(root)).status).toBe(202);
    // A user's own budget overrides the role's; null removes the limit.
    await setBudget(ann, { tokensPerDay: null });
    expect((await ask(ann)).status).toBe(202);
  });

  it('hold on every way to a model', async () => {
    const { id, body: first } = await ask(ann);
    await vi.waitFor(
      async () => expect((await standingOf(ann, 'usdPerMonth')).used).toBeGreaterThan(0),
      600_000,
    );
    await endOf(ann, first.turnId);
    const base = await ann.client.post<{ id: string }>('/api/knowledge-bases', { name: 'Notes' });
    const form = new FormData();
    form.append('files', new Blob(['The bridge opened in 1931. '.repeat(40)]), 'bridge.txt');
    await ann.client.send('POST', `/api/knowledge-bases/${base.id}/uploads`, form);
    const item = await vi.waitFor(async () => {
      const { rows } = await ann.client.get<{ rows: { id: string }[] }>(
        `/api/knowledge-bases/${base.id}/items`,
      );
      expect(rows).toHaveLength(1);
      return rows[0]!;
    }, 600_000);
    await setBudget(ann, { usdPerMonth: 0.000_1 });
    const before = calls;
    const text = [{ type: 'text', text: 'Again?' }];
    const message = { role: 'user', content: 'Again?' };
    const mcp = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'ask', arguments: { question: 'Again?' } },
    };
    const sent: [string, unknown][] = [
      [`/api/conversations/${id}/turns`, { text: 'Again?', parentMessageId: null }],
      [`/api/turns/${first.turnId}/retry`, undefined],
      ['/api/ui/chat', { id: 'budget-chat', messages: [{ role: 'user', parts: text }] }],
      ['/v1/chat/completions', { model: 'ibid', messages: [message] }],
      ['/v1/chat/completions', { model: 'ibid', messages: [message], stream: true }],
      ['/v1/responses', { model: 'ibid', input: 'Again?' }],
      [`/api/items/${item.id}/summary`, {}],
    ];
    for (const [path, body] of sent) {
      const answer = await ann.client.send<{ code?: string; error?: { code?: string } }>('POST', path, body);
      const code = answer.body.code ?? answer.body.error?.code;
      const told = path.startsWith('/v1/') ? 'insufficient_quota' : 'budget_spent';
      expect([path, answer.status, code]).toEqual([path, 429, told]);
    }
    const told = await ann.client.send('POST', '/mcp', mcp, {
      accept: 'application/json, text/event-stream',
    });
    expect(JSON.stringify(told.body)).toContain('budget for this month');
    expect(calls).toBe(before);
  });

  it('are not passed by asking at the same time', async () => {
    let open = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    await setBudget(bob, { tokensPerDay: 1_000_000 });
    const { used: start } = await standingOf(bob, 'tokensPerDay');
    const first = await ask(bob);
    // A running call counts with its reservation.
    const one = await vi.waitFor(async () => {
      const { used } = await standingOf(bob, 'tokensPerDay');
      expect(used).toBeGreaterThan(start + 100);
      return used - start;
    }, 600_000);
    open();
    await endOf(bob, first.body.turnId);
    // Its title is a call too; wait until its reservation is returned.
    await vi.waitFor(async () => {
      const { title } = await bob.client.get<{ title: string }>(`/api/conversations/${first.id}`);
      expect(title).toBe('A title');
    }, 600_000);
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const { used } = await standingOf(bob, 'tokensPerDay');
    const limit = used + Math.floor(one * 2.5);
    await setBudget(bob, { tokensPerDay: limit });
    const before = calls;
    const asked = await Promise.all(Array.from({ length: 8 }, () => ask(bob)));
    await vi.waitFor(async () => {
      const running = await Promise.all(
        asked.map(({ body }) => bob.client.get<{ status: string }>(`/api/turns/${body.turnId}`)),
      );
      expect(running.filter(({ status }) => status === 'running')).toHaveLength(2);
    }, 600_000);
    expect(calls - before).toBe(2);
    expect((await standingOf(bob, 'tokensPerDay')).used).toBeLessThanOrEqual(limit);
    open();
    const ends = await Promise.all(asked.map(({ body }) => endOf(bob, body.turnId)));
    expect(ends.filter((end) => end === 'budget_spent')).toHaveLength(6);
  });
});

describe('ORG-5 a provider that does not say what was used', () => {
  it('is counted by Ibid, so that nothing is free', async () => {
    await setBudget(bob, { tokensPerDay: 1_000_000 });
    const before = (await standingOf(bob, 'tokensPerDay')).used;
    told = null;
    said = ['It goes on. '.repeat(500)];
    const asked = await ask(bob);
    expect(await endOf(bob, asked.body.turnId)).toBeNull();
    // 2,000 for the answer; the prompt is about as large.
    const used = (await standingOf(bob, 'tokensPerDay')).used - before;
    expect(used).toBeGreaterThan(2_000);
    expect(used).toBeLessThan(9_000);
  });
});

describe('ORG-5 an answer that is longer than was reckoned with', () => {
  it('takes more on the way and ends where the budget does; what was said is kept', async () => {
    said = Array.from({ length: 40 }, (_, index) => `Sentence ${index}. ${'It goes on. '.repeat(160)}`);
    await setBudget(bob, { tokensPerDay: 1_000_000 });
    const { used } = await standingOf(bob, 'tokensPerDay');
    // The prompt and the first 2,000 fit; the nearly 20,000 of the answer do not.
    const limit = used + 9_000;
    await setBudget(bob, { tokensPerDay: limit });
    const asked = await ask(bob);
    expect(await endOf(bob, asked.body.turnId)).toBe('budget_spent');
    // Exceeded by at most one delta of the model, about 500 here.
    expect((await standingOf(bob, 'tokensPerDay')).used).toBeLessThanOrEqual(limit + 600);
    const kept = await bob.client.get(`/api/conversations/${asked.id}/messages`);
    expect(JSON.stringify(kept)).toContain('Sentence 0.');
    expect(JSON.stringify(kept)).not.toContain('Sentence 39.');
  });
});

describe('ORG-5 a document that is read whole', () => {
  it('is read by the model as far as the budget goes', async () => {
    const base = await bob.client.post<{ id: string }>('/api/knowledge-bases', { name: 'Log' });
    const form = new FormData();
    const days = Array.from({ length: 6_000 }, (_, day) => `On day ${day} the bridge opened at noon.`);
    form.append('files', new Blob([days.join(' ')]), 'log.txt');
    const { body } = await bob.client.send<{ jobId: string }>(
      'POST',
      `/api/knowledge-bases/${base.id}/uploads`,
      form,
    );
    await expect.poll(async () => (await bob.client.get(`/api/jobs/${body.jobId}`))['state']).toBe('done');
    const readAll = async () => {
      const before = stretches;
      first = [{ call: 'read_all', input: { question: 'What happened?', knowledge_base: 'Log' } }];
      const asked = await ask(bob, 'What happened?');
      await endOf(bob, asked.body.turnId);
      expect(first).toBeNull();
      return stretches - before;
    };
    const all = await readAll();
    expect(all).toBeGreaterThan(3);
    await setBudget(bob, { tokensPerDay: 1_000_000 });
    const { used } = await standingOf(bob, 'tokensPerDay');
    // The question fits, and at most one part.
    await setBudget(bob, { tokensPerDay: used + 9_000 });
    expect(await readAll()).toBeLessThan(2);
  });
});

describe('ORG-5 quotas', () => {
  const upload = ({ client }: LoggedIn, path: string, content: string, name: string) => {
    const form = new FormData();
    form.append('files', new Blob([content]), name);
    return client.send<{ code?: string; detail?: string }>('POST', path, form);
  };

  it('of storage hold for attached files and documents, and free again with what is deleted', async () => {
    const { used } = await standingOf(ann, 'storageBytes');
    await setBudget(ann, { storageBytes: used + 3_000 });
    const attached = await upload(ann, '/api/files', 'a'.repeat(2_000), 'a.txt');
    expect(attached.status).toBe(201);
    const base = await ann.client.post<{ id: string }>('/api/knowledge-bases', { name: 'More' });
    const documents = `/api/knowledge-bases/${base.id}/uploads`;
    const refused = await upload(ann, documents, 'b'.repeat(2_000), 'b.txt');
    expect(refused).toMatchObject({ status: 413, body: { code: 'storage_full' } });
    expect(refused.body.detail).toContain('Delete what you no longer need');
    const { rows } = attached.body as { rows?: { id: string }[] };
    await ann.client.send('DELETE', `/api/files/${rows![0]!.id}`);
    expect((await upload(ann, documents, 'b'.repeat(2_000), 'b.txt')).status).toBe(202);
    expect((await upload(ann, '/api/files', 'c'.repeat(2_000), 'c.txt')).body.code).toBe('storage_full');
    expect((await standingOf(ann, 'storageBytes')).used).toBe(used + 2_000);
  });

  it('of jobs hold for what is begun at once', async () => {
    const noneRuns = () =>
      vi.waitFor(async () => expect((await standingOf(ann, 'runningJobs')).used).toBe(0), 600_000);
    const base = await ann.client.post<{ id: string }>('/api/knowledge-bases', { name: 'Jobs' });
    await upload(ann, `/api/knowledge-bases/${base.id}/uploads`, 'A winch.', 'c.txt');
    await noneRuns();
    await setBudget(ann, { runningJobs: 0 });
    const answer = await upload(ann, `/api/knowledge-bases/${base.id}/uploads`, 'd', 'd.txt');
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_jobs' } });
    await setBudget(ann, { runningJobs: null });
    const [item] = (await ann.client.get<{ rows: { id: string }[] }>(`/api/knowledge-bases/${base.id}/items`))
      .rows;
    const rows = { itemIds: [item?.id] };
    const columns = [{ name: 'What', kind: 'text', question: 'What is it?' }];
    const table = await ann.client.post<{ id: string }>('/api/tables', {
      name: 'T',
      rows,
      columns,
      run: false,
    });
    const plan = [{ title: 'What', question: 'What is it?' }];
    const report = await ann.client.post<{ id: string }>('/api/reports', { question: 'What is it?', plan });
    await setBudget(ann, { runningJobs: 0 });
    const begun: [string, object][] = [
      ['/api/tables', { name: 'T', rows, columns }],
      [`/api/tables/${table.id}/run`, {}],
      [`/api/tables/${table.id}/columns`, columns[0]!],
      [`/api/tables/${table.id}/rows`, rows],
      [`/api/reports/${report.id}/run`, {}],
      ['/api/contradictions', { itemIds: [item?.id] }],
    ];
    for (const [path, body] of begun)
      expect([path, await ann.client.send('POST', path, body)]).toMatchObject([
        path,
        { status: 429, body: { code: 'too_many_jobs' } },
      ]);
    // Refused requests leave nothing behind.
    expect(await ann.client.get('/api/tables')).toMatchObject({
      rows: [{ id: table.id, columns: [{}], rows: 1 }],
    });
    expect(await ann.client.get('/api/contradictions')).toEqual({ rows: [] });
    await setBudget(ann, { runningJobs: 1 });
    expect((await upload(ann, `/api/knowledge-bases/${base.id}/uploads`, 'd', 'd.txt')).status).toBe(202);
  });

  it('are for administrators to set', async () => {
    expect((await ann.client.send('PUT', `/api/users/${ann.id}/budget`, { tokensPerDay: null })).status).toBe(
      403,
    );
    expect((await ann.client.send('GET', `/api/users/${bob.id}/budget`)).status).toBe(403);
    const { rows } = await root.client.get<{ rows: { action: string; target: { id: string } }[] }>(
      '/api/audit?action=user.budget&limit=5',
    );
    expect(rows.map(({ target }) => target.id)).toContain(ann.id);
  });
});
