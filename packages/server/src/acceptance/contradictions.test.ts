import type { z } from '@hono/zod-openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContradictionsSchema } from '../api/schemas/index.js';
import { ScriptedServer, searchCall } from './scripted-server.js';

type Look = z.infer<typeof ContradictionsSchema>;

let server: ScriptedServer;
let base: string;

beforeAll(async () => {
  server = await ScriptedServer.start();
  base = await server.addBase('Handbooks', {
    'leave-2021.md':
      '# Handbook of 2021\n\nEmployees may take 180 days of parental leave.\n\nDogs are allowed in the office.',
    'leave-2024.md':
      '# Handbook of 2024\n\nEmployees may take 270 days of parental leave.\n\nDogs are allowed in the office.',
    'visitors.md': '# Visitors\n\nThe museum of Orrin had 310 visitors in 2018.',
    'visitors-later.md': '# Visitors later\n\nThe museum of Orrin had 275 visitors in 2020.',
  });
});

afterAll(() => server.close());

const rules = () =>
  server.client.send('PUT', '/api/settings', {
    system: { models: { chat: 'own/chat', small: 'ibid/extractive' } },
  });

async function look(body: object): Promise<Look> {
  const { id } = await server.client.post<{ id: string }>('/api/contradictions', body);
  return ended(id);
}

async function ended(id: string): Promise<Look> {
  for (;;) {
    const found = await server.client.get<Look>(`/api/contradictions/${id}`);
    if (found.job?.state !== 'queued' && found.job?.state !== 'running') return found;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

const said = ({ rows }: Look) => rows.map(({ sides }) => sides.map(({ said: words }) => words));

describe('ANS-3 contradictions, on a real server', () => {
  it('of a knowledge base, by the rules alone: both passages with their dates, and a way to each', async () => {
    await rules();
    const found = await look({ knowledgeBaseIds: [base] });
    expect(found).toMatchObject({ isDone: true, documents: 4, isCut: false, job: { state: 'done' } });
    expect(found.rows).toMatchObject([
      {
        kind: 'number',
        standing: 'found',
        sides: [
          {
            said: '180 days',
            title: 'Handbook of 2021',
            date: { value: '2021', of: 'document' },
            passage: { text: 'Employees may take 180 days of parental leave.' },
          },
          { said: '270 days', date: { value: '2024', of: 'document' } },
        ],
      },
    ]);
    for (const { itemId, passage } of found.rows[0]?.sides ?? []) {
      const { start, end } = passage.itemSpan ?? { start: 0, end: 0 };
      const { text } = await server.client.get<{ text: string }>(
        `/api/items/${itemId}/text?start=${start}&end=${end}`,
      );
      expect(text).toContain(passage.text);
    }
  });

  it('ANS-3 each side with the day that its document gives itself, the older one first', async () => {
    await rules();
    const dated = await server.addBase('Dated rules', {
      'rules-a.md': '---\nPublished: 4 March 2024\n---\n# Rules\n\nThe archive keeps letters for 270 days.',
      'rules-b.md': '---\ndate: 3.5.2021\n---\n# Rules\n\nThe archive keeps letters for 180 days.',
    });
    const [row] = (await look({ knowledgeBaseIds: [dated] })).rows;
    expect(row?.sides.map(({ said: words, date }) => [words, date])).toEqual([
      ['180 days', { value: '2021-05-03', of: 'document' }],
      ['270 days', { value: '2024-03-04', of: 'document' }],
    ]);
    await server.client.send('DELETE', `/api/knowledge-bases/${dated}`);
  });

  it('of versions of one document are changes, told apart from what nobody has replaced', async () => {
    await rules();
    const stable = await server.addBase('Stable', {
      'stable-rules-1.md':
        '# Stable rules\n\nVersion 1, April 2023\n\nThe horses are fed at 06:30. The arena closes at 20:00.',
      'stable-rules-2.md':
        '# Stable rules\n\nVersion 2, May 2025. Replaces version 1.\n\nThe horses are fed at 07:00. The arena closes at 20:00.',
      'notice.md': '# Notice\n\nThe arena closes at 21:00.',
    });
    const found = await look({ knowledgeBaseIds: [stable] });
    expect(found.rows.map(({ standing, sides }) => [standing, ...sides.map((side) => side.said)])).toEqual([
      ['found', '20:00', '21:00'],
      ['found', '20:00', '21:00'],
      ['changed', '06:30', '07:00'],
    ]);
    const list = await server.client.get<{ rows: { id: string; found: number }[] }>('/api/contradictions');
    expect(list.rows.find(({ id }) => id === found.id)?.found).toBe(2);
    await server.client.send('DELETE', `/api/knowledge-bases/${stable}`);
  });

  it('of a topic, of documents, and nothing where there is nothing', async () => {
    await rules();
    expect(said(await look({ topic: 'parental leave' }))).toEqual([['180 days', '270 days']]);
    const items = await server.client.get<{ rows: { id: string; name: string }[] }>(
      `/api/knowledge-bases/${base}/items`,
    );
    const visitors = items.rows.filter(({ name }) => name.startsWith('visitors')).map(({ id }) => id);
    expect(await look({ itemIds: visitors })).toMatchObject({ rows: [], documents: 2, isDone: true });
    for (const [body, status] of [
      [{ knowledgeBaseIds: ['nowhere'] }, 404],
      [{ itemIds: ['nowhere'] }, 404],
      [{ turnId: 'nowhere' }, 404],
      [{ topic: 'x', turnId: 'y' }, 400],
    ] as const)
      expect((await server.client.send('POST', '/api/contradictions', body)).status).toBe(status);
  });

  it('a language model confirms or rejects; its reason is kept', async () => {
    await server.set({});
    const answer = (verdict: string) => `[{"claim": 1, "verdict": "${verdict}", "reason": "Read both."}]`;
    server.small(() => answer('contradiction'));
    const opinion = { reason: 'Read both.', modelId: 'own/chat' };
    expect((await look({ knowledgeBaseIds: [base] })).rows).toMatchObject([
      { standing: 'confirmed', opinion },
    ]);
    server.small(() => answer('compatible'));
    expect((await look({ knowledgeBaseIds: [base] })).rows).toMatchObject([
      { standing: 'rejected', opinion },
    ]);
    server.small(() => 'I would rather not say.');
    expect((await look({ knowledgeBaseIds: [base] })).rows).toMatchObject([{ standing: 'found' }]);
  });

  it('on what an answer claims, beside what speaks against it (CIT-9)', async () => {
    await server.set({});
    const { turnId } = await server.play([
      [searchCall('parental leave')],
      [{ text: 'Employees may take 180 days of parental leave [1].' }],
    ]);
    await rules();
    const found = await look({ turnId });
    expect(found.turnId).toBe(turnId);
    expect(said(found)).toEqual([['180 days', '270 days']]);
  });

  it('KB-5 shows nothing of a document that is gone or out of sight since; it can be looked for again', async () => {
    await rules();
    const other = await server.addBase('Passing', {
      'a.md': '# Quay rules\n\nThe quay of Vellern closes at 18:00.',
      'b.md': '# Quay rules\n\nThe quay of Vellern closes at 20:30.',
    });
    const first = await look({ knowledgeBaseIds: [other] });
    // They arrived at the same moment, so neither is older.
    expect(said(first)[0]?.toSorted()).toEqual(['18:00', '20:30']);
    await server.client.send('DELETE', `/api/items/${first.rows[0]?.sides[0]?.itemId ?? ''}`);
    expect((await ended(first.id)).rows).toEqual([]);
    expect((await server.client.send('POST', `/api/contradictions/${first.id}/run`)).status).toBe(202);
    expect(await ended(first.id)).toMatchObject({ rows: [], documents: 1, isDone: true });
    const { rows } = await server.client.get<{ rows: { id: string; found: number }[] }>(
      '/api/contradictions',
    );
    expect(rows.find(({ id }) => id === first.id)).toMatchObject({ found: 0 });
    expect((await server.client.send('DELETE', `/api/contradictions/${first.id}`)).status).toBe(204);
    expect((await server.client.send('GET', `/api/contradictions/${first.id}`)).status).toBe(404);
  });
});
