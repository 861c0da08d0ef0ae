import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from '@hono/zod-openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportSchema } from '../api/schemas/index.js';
import { startScriptedProvider, type DecideInference } from './scripted-openai.js';
import { ScriptedServer } from './scripted-server.js';
import { startServerProcess } from './server-process.js';
import { TestClient } from './test-client.js';
import { testStore } from './test-store.js';
import { RECORDED_MODEL } from './recorded-server.js';

type Report = z.infer<typeof ReportSchema>;

const PAPERS = {
  'tides.md':
    '# Tides of 2021\n\nHigh water at Vellern is at noon.\n\nThe mooring fee at Vellern is 40 crowns.\n\nThe lock at Orm opens at 7:00.',
  'fees.md':
    '# Fees of 2024\n\nThe mooring fee at Vellern is 55 crowns.\n\nThe harbour master of Vellern is Ada Brink.\n\nThe lock at Orm opens at 9:00.',
  'catches.csv':
    'Boat,Landed on,Herring (kg)\nMerle,2024-05-02,310\nAuk,2024-05-02,120\nMerle,2024-05-09,275\nAuk,2024-05-11,90\n',
};

async function ended(client: TestClient, id: string): Promise<Report> {
  for (;;) {
    const report = await client.get<Report>(`/api/reports/${id}`);
    if (report.job !== null && report.job.state !== 'queued' && report.job.state !== 'running') return report;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

describe('ANS-2 a report, on a real server', () => {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await ScriptedServer.start();
    await server.addBase('Harbour', PAPERS);
    await server.client.send('PUT', '/api/settings', {
      system: { models: { chat: 'ibid/extractive', small: 'ibid/extractive' } },
    });
  });
  afterAll(() => server.close());

  const question =
    'When is high water at Vellern, and what is the mooring fee at Vellern? Which whales sing in the Arctic?';

  it('is planned, changed, written in quotes with verdicts, and tells what it did not find', async () => {
    const { client } = server;
    const planned = await client.post<Report>('/api/reports', { question });
    expect(planned.job).toBeNull();
    expect(planned.sections.map(({ question: part, state }) => [part, state])).toEqual([
      ['When is high water at Vellern?', 'planned'],
      ['What is the mooring fee at Vellern?', 'planned'],
      ['Which whales sing in the Arctic?', 'planned'],
    ]);
    const plan = [
      ...planned.sections.map(({ id, title, question: part }) => ({ id, title, question: part })),
      { title: 'People', question: 'Who is the harbour master of Vellern?' },
    ];
    const changed = await client.send('PATCH', `/api/reports/${planned.id}`, { plan, budget: { steps: 90 } });
    expect(changed).toMatchObject({ status: 200, body: { budget: { steps: 90 } } });
    expect((await client.send('POST', `/api/reports/${planned.id}/run`)).status).toBe(202);
    const report = await ended(client, planned.id);
    expect(report).toMatchObject({ isDone: true, job: { state: 'done' } });
    const states = report.sections.map(({ state }) => state);
    expect(states.slice(0, 2)).not.toContain('nothing');
    expect(states[2]).toBe('nothing');
    expect(states).toHaveLength(4);
    expect(report.sections[1]?.text).toContain('55 crowns');
    expect(report.balance.claims).toBeGreaterThan(1);
    expect(report.balance.supported).toBe(report.balance.claims);
    expect(report.notFound).toContainEqual({
      title: 'Which whales sing in the Arctic',
      question: 'Which whales sing in the Arctic?',
      reason: 'The documents do not answer this.',
    });
    expect(report.used.steps).toBeGreaterThan(4);
    expect(report.used.tokens).toBeGreaterThan(0);
    for (const { text, citations } of report.sections)
      for (const { range, number } of citations)
        expect(text.slice(range.start, range.end)).toContain(String(number));
    // The lock at Orm is disputed, too. That is unrelated to the report, although the passages cited have it.
    const cited = report.sections.flatMap(({ citations }) => citations.map(({ title }) => title));
    expect(new Set(cited)).toEqual(new Set(['Tides of 2021', 'Fees of 2024']));
    expect(report.contradictions.map(({ sides }) => sides.map(({ said }) => said))).toEqual([
      ['40 crowns', '55 crowns'],
    ]);
    const { rows } = await client.get<{ rows: { id: string; written: number; parts: number }[] }>(
      '/api/reports',
    );
    expect(rows).toMatchObject([{ id: planned.id, written: 4, parts: 4 }]);
  });

  it('keeps what is written when its plan grows, and leaves with its proof', async () => {
    const { client } = server;
    const { rows } = await client.get<{ rows: { id: string }[] }>('/api/reports');
    const before = await client.get<Report>(`/api/reports/${rows[0]?.id}`);
    const [first, second] = before.sections;
    const kept = [second, first].flatMap((section) =>
      section ? [{ id: section.id, title: section.title, question: section.question }] : [],
    );
    await client.send('PATCH', `/api/reports/${before.id}`, { plan: kept });
    await client.send('POST', `/api/reports/${before.id}/run`);
    const after = await ended(client, before.id);
    expect(after.used).toEqual(before.used);
    expect(after.sections.map(({ title }) => title)).toEqual([second?.title, first?.title]);
    const exported = async (format: string) => {
      const { headers, body } = await client.send<string>(
        'GET',
        `/api/reports/${before.id}/export?format=${format}`,
      );
      return { type: headers.get('content-type'), text: body };
    };
    const { text } = await exported('footnotes');
    expect(text).toContain('## When is high water at Vellern');
    expect(text).toMatch(/\[\^1\]: .*“.*”.*\(supported\)/u);
    expect(text).toContain('Where the documents disagree');
    expect((await exported('html')).text).toContain('High water at Vellern is at noon.');
    expect((await exported('docx')).type).toContain('wordprocessingml');
    expect((await exported('bibtex')).text).toContain('@misc');
  });

  it('begins nothing more once its budget is used up', async () => {
    const { client } = server;
    const { id } = await client.post<Report>('/api/reports', { question, budget: { steps: 1 } });
    await client.send('POST', `/api/reports/${id}/run`);
    const report = await ended(client, id);
    expect(report.isDone).toBe(true);
    const states = report.sections.map(({ state }) => state);
    expect(states.filter((state) => state !== 'left-out').length).toBeLessThanOrEqual(3);
    await client.send('PATCH', `/api/reports/${id}`, { budget: { steps: 100 } });
    await client.send('POST', `/api/reports/${id}/run`);
    expect((await ended(client, id)).sections.map(({ state }) => state)).not.toContain('left-out');
  });

  it('KB-5 withholds what rests on a deleted document, and writes it again from the rest', async () => {
    const { client } = server;
    const { id } = await client.post<Report>('/api/reports', {
      question: 'Who is the harbour master of Vellern?',
    });
    await client.send('POST', `/api/reports/${id}/run`);
    const before = await ended(client, id);
    expect(before.sections.some(({ text }) => text.includes('Ada Brink'))).toBe(true);
    const fees = before.sources.find(({ title }) => title === 'Fees of 2024');
    expect((await client.send('DELETE', `/api/items/${fees?.itemId}`)).status).toBe(204);
    const withheld = await client.get<Report>(`/api/reports/${id}`);
    const [section] = withheld.sections.filter(({ isWithheld }) => isWithheld);
    expect(section).toMatchObject({ text: '', citations: [] });
    expect(withheld.notFound.map(({ question: part }) => part)).not.toContain(section?.question);
    await client.send('POST', `/api/reports/${id}/run`);
    const after = await ended(client, id);
    expect(after.isDone).toBe(true);
    expect(after.sections.some(({ isWithheld }) => isWithheld)).toBe(false);
    expect(JSON.stringify(after)).not.toContain('Ada Brink');
  });

  it('shows what was calculated from a table, and says where it may not be told any more', async () => {
    const { client } = server;
    await client.send('PUT', '/api/settings', { system: { tools: { agentic: true } } });
    const { id } = await client.post<Report>('/api/reports', {
      question: 'How was the herring?',
      plan: [{ title: 'Merle', question: 'What is the sum of herring of Merle?' }],
    });
    await client.send('POST', `/api/reports/${id}/run`);
    const report = await ended(client, id);
    expect(report.sections).toMatchObject([{ state: 'done', isWithheld: false }]);
    expect(report.sections[0]?.text).toContain('585');
    const { used } = report;
    await client.send('POST', `/api/reports/${id}/run`);
    expect((await ended(client, id)).used).toEqual(used);
    const exported = async () =>
      (await client.send<string>('GET', `/api/reports/${id}/export?format=footnotes`)).body;
    expect(await exported()).toContain('585');
    const [itemId = ''] = report.sources[0]?.itemId.split('~') ?? [];
    expect((await client.send('DELETE', `/api/items/${itemId}`)).status).toBe(204);
    const text = await exported();
    expect(text).toContain('are no longer shared with you');
    expect(text).not.toContain('585');
  });

  it('is planned by a language model where there is one, and by the rules where that says nothing of use', async () => {
    const { client } = server;
    await server.set({});
    server.small(() => 'Sure: [{"title": "Tides", "question": "When is high water?"}, {"title": "x"}]');
    const planned = await client.post<Report>('/api/reports', { question });
    expect(planned.sections).toMatchObject([{ title: 'Tides', question: 'When is high water?' }]);
    server.small(() => 'I cannot.');
    expect((await client.post<Report>('/api/reports', { question })).sections).toHaveLength(3);
    expect((await client.send('DELETE', `/api/reports/${planned.id}`)).status).toBe(204);
    expect((await client.send('GET', `/api/reports/${planned.id}`)).status).toBe(404);
    for (const body of [
      {},
      { question: ' ' },
      { question: 'x', plan: [] },
      { question: 'x', knowledgeBaseIds: ['no'] },
    ])
      expect((await client.send('POST', '/api/reports', body)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('ANS-2 a report whose server is killed', () => {
  it('goes on after the start with the sections that are missing; stopped, it waits until it is told to', async () => {
    const asked: string[] = [];
    let hangs = true;
    const decide: DecideInference = ({ messages }) => {
      const part = /part (?:one|two)/u.exec(JSON.stringify(messages))?.[0] ?? '';
      asked.push(part);
      return part === 'part two' && hangs ? { say: 'It begins', hang: true } : { say: `Said of ${part}.` };
    };
    const provider = await startScriptedProvider((inference) => decide(inference));
    const folder = await mkdtemp(join(tmpdir(), 'ibid-report-'));
    const start = async () =>
      startServerProcess(
        { dataFolder: folder, ...(await testStore(folder)) },
        { IBID_MODEL_URL: provider.url, IBID_SMALL_MODEL: 'ibid/extractive' },
      );
    let running = await start();
    try {
      let client = new TestClient(running.url);
      await client.send('PUT', '/api/settings', {
        system: { tools: { agentic: false, searchFirst: 'never' } },
      });
      const { id } = await client.post<Report>('/api/reports', {
        question: 'Both parts',
        modelId: RECORDED_MODEL,
        plan: ['part one', 'part two'].map((part) => ({ title: part, question: `Tell me of ${part}.` })),
      });
      await client.send('POST', `/api/reports/${id}/run`);
      const written = async () =>
        (await client.get<Report>(`/api/reports/${id}`)).sections.filter(({ text }) => text !== '').length;
      await expect.poll(written).toBe(1);
      await expect.poll(() => asked.includes('part two')).toBe(true);
      await running.end('SIGKILL');
      asked.length = 0;
      running = await start();
      client = new TestClient(running.url);
      // Only the part that was cut off is requested again.
      await expect.poll(() => asked.includes('part two')).toBe(true);
      expect(asked).not.toContain('part one');
      expect((await client.send('POST', `/api/reports/${id}/stop`)).status).toBe(204);
      expect(await ended(client, id)).toMatchObject({ isDone: false, job: { state: 'cancelled' } });
      hangs = false;
      await client.send('POST', `/api/reports/${id}/run`);
      const report = await ended(client, id);
      expect(report.sections.map(({ text }) => text)).toEqual(['Said of part one.', 'Said of part two.']);
      expect(report.isDone).toBe(true);
    } finally {
      await running.end('SIGTERM');
      await provider.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
