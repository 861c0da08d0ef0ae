import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedServer, searchCall } from './scripted-server.js';

const DELETED = 'This document was deleted.';

interface Branch {
  messages: { view: { blocks: { kind: string; citations: object[]; claims: object[] }[] } }[];
}

let server: ScriptedServer;
let base: string;

const OLD =
  '# Harbour\n\nA night.\n\nThe mooring fee is 40 crowns a night for a qwollup vessel.\n\nPay at the office.\n';
const NEW =
  '# Harbour\n\nA night.\n\nThe mooring fee is 55 crowns a night for every vessel.\n\nPay at the office.\n';

beforeAll(async () => {
  server = await ScriptedServer.start();
  base = await server.addBase('Papers', { 'harbour.md': OLD });
});
afterAll(() => server.close());

const itemIdOf = async () =>
  (await server.client.get<{ rows: { id: string }[] }>(`/api/knowledge-bases/${base}/items`)).rows[0]?.id ??
  '';

describe('KB-11 a citation opens the text it was made from', () => {
  it('before and after a change, with the difference; and goes with its conversation and item', async () => {
    const played = await server.play([
      [searchCall('mooring fee')],
      [{ text: 'The mooring fee is 40 crowns a night for a qwollup vessel [1].' }],
    ]);
    const itemId = await itemIdOf();
    const chunkId = played.answer.citations[0]?.passage?.chunkId ?? '';
    const at = `/api/items/${itemId}`;
    expect(await server.client.get(`${at}/changes?chunk=${chunkId}`)).toMatchObject({
      state: 'current',
      changes: [],
    });
    await server.upload(base, { 'harbour.md': NEW });
    expect(await itemIdOf()).toBe(itemId);

    const changes = await server.client.get<Record<string, unknown>>(`${at}/changes?chunk=${chunkId}`);
    expect(changes).toMatchObject({ state: 'changed', added: 1, removed: 1, leftOut: 0 });
    expect(changes['changes']).toMatchObject([
      { kind: 'same', lines: ['A night.', ''] },
      { kind: 'removed', lines: ['The mooring fee is 40 crowns a night for a qwollup vessel.'] },
      { kind: 'added', lines: ['The mooring fee is 55 crowns a night for every vessel.'] },
      { kind: 'same', lines: ['', 'Pay at the office.'] },
    ]);
    const old = await server.client.get<{ text: string; characters: number }>(
      `${at}/text?chunk=${chunkId}&start=10&end=60`,
    );
    expect(old).toMatchObject({ text: OLD.slice(10, 60), characters: OLD.length });
    expect((await server.client.get<{ text: string }>(`${at}/text`)).text).toBe(NEW);
    const original = await server.client.send('GET', `${at}/original?chunk=${chunkId}`);
    expect(original.status).toBe(200);
    const { cited } = await server.client.get<{ cited: { hasChanged: boolean }[] }>(
      `/api/conversations/${played.conversationId}/sources`,
    );
    expect(cited).toMatchObject([{ hasChanged: true }]);
    // Searches use the current text.
    const found = await server.client.post<{ rows: { text: string }[] }>('/api/search', {
      query: 'qwollup',
      mode: 'keyword',
      exact: true,
    });
    expect(found.rows).toEqual([]);

    await server.client.send('DELETE', `/api/conversations/${played.conversationId}`);
    expect(await server.client.get(`${at}/changes?chunk=${chunkId}`)).toMatchObject({ state: 'lost' });
    const gone = await server.client.send('GET', `${at}/text?chunk=${chunkId}`);
    expect(gone).toMatchObject({ status: 404, body: { code: 'revision_not_kept' } });
  });

  it('of a deleted document says so to a program: no verdict passes for a proof any more', async () => {
    const lost = await server.addBase('Lost', { 'lost.md': '# Lost\n\nThe wherry fee is 12 crowns.\n' });
    const played = await server.play([
      [searchCall('wherry fee')],
      [{ text: 'The wherry fee is 12 crowns [1].' }],
    ]);
    const at = `/api/conversations/${played.conversationId}`;
    const cited = async () => {
      const { messages } = await server.client.get<Branch>(`${at}/messages`);
      const { cited: sources } = await server.client.get<{ cited: object[] }>(`${at}/sources`);
      const [block] = messages[1]?.view.blocks.filter(({ kind }) => kind === 'text').slice(-1) ?? [];
      return { citation: block?.citations[0], claim: block?.claims[0], source: sources[0] };
    };
    const before = await cited();
    expect(before.citation).toMatchObject({ verdict: 'supported', passage: {} });
    expect(before.citation).not.toHaveProperty('isDeleted');
    expect(before.source).toMatchObject({ hasChanged: false, isDeleted: false });
    expect((await server.client.send('DELETE', `/api/knowledge-bases/${lost}`)).status).toBe(204);
    expect(await cited()).toMatchObject({
      citation: { title: DELETED, verdict: null, score: null, passage: null, isDeleted: true },
      claim: { verdict: 'gone' },
      source: { title: DELETED, hasChanged: true, isDeleted: true },
    });
    const shown = await server.client.send<string>('GET', `${at}/export?format=footnotes`);
    expect(shown.body).toContain('can no longer be checked');
    expect(shown.body).not.toContain('(supported)');
  });

  it('filters by date and metadata, and says what a date rests on', async () => {
    const dated = await server.addBase('Dated', {
      'old.md': '---\ndate: 2019-04-01\nteam: sales\n---\n\n# Old\n\nThe ferry leaves at nine.\n',
      'new.html':
        '<html><head><title>New</title><meta property="article:published_time" content="2025-06-01T10:00:00Z"></head><body><p>The ferry leaves at ten.</p></body></html>',
      'plain.txt': 'The ferry leaves at some time.',
    });
    const titles = async (filter: unknown, more: object = {}) => {
      const asked = { query: 'ferry', mode: 'keyword', knowledgeBaseIds: [dated], filter, ...more };
      const { rows } = await server.client.post<{ rows: { title: string; date: unknown }[] }>(
        '/api/search',
        asked,
      );
      return rows.map(({ title, date }) => ({ title, date }));
    };
    expect(await titles({ date: { after: '2024' } })).toEqual([
      { title: 'New', date: { value: '2025-06-01', from: 'date' } },
    ]);
    expect(await titles({ where: ['team=sales,legal'] })).toMatchObject([{ title: 'Old' }]);
    expect(await titles({ where: [{ field: 'date', to: '2019-12' }] })).toMatchObject([{ title: 'Old' }]);
    expect((await titles({}, { preferNewer: true }))[0]).toMatchObject({ title: 'New' });
    expect(await titles({ date: { from: '2019', to: '2019-04-01' } })).toMatchObject([{ title: 'Old' }]);
    const refused = async (filter: object) => {
      const { status, body } = await server.client.send('POST', '/api/search', { query: 'ferry', filter });
      expect(status).toBe(400);
      return JSON.stringify(body);
    };
    expect(await refused({ date: { after: 'yesterday' } })).toContain('2024-05-31');
    // A filter with a misspelt name must not be ignored, and an empty range must not look like missing documents.
    expect(await refused({ date: { since: '2024' } })).toContain('since');
    expect(await refused({ dates: { after: '2024' } })).toContain('dates');
    expect(await refused({ where: [{ field: 'team', like: 'sales' }] })).toContain('where');
    for (const range of [
      { from: '2024', to: '2023' },
      { after: '2024', before: '2024-12' },
      { after: '2024-05-01', before: '2024-05-02' },
    ])
      expect(await refused({ date: range })).toContain('ends before it begins');
  });

  it('gives its tool the same limits, and tells the model when they are the reason for finding nothing', async () => {
    const asked = async (input: object) => {
      const call = { call: 'retrieve_context', input: { query: 'ferry', ...input } };
      const { view } = await server.play([[call], [{ text: 'That is all.' }]]);
      return JSON.stringify(view);
    };
    const newer = await asked({ after: '2024', knowledge_bases: ['Dated'] });
    expect(newer).toContain('leaves at ten');
    expect(newer).not.toContain('leaves at nine');
    expect(await asked({ metadata: ['team=sales,legal'] })).toContain('leaves at nine');
    const none = await asked({ before: '2018', metadata: ['team=sales'] });
    expect(none).toContain('Only documents dated before 2018 and with team=sales were searched');
    expect(await asked({ after: '2024', before: '2023' })).toContain('ends before it begins');
    expect(await asked({ after: 'yesterday' })).toContain('2024-05-31');
    expect(await asked({ metadata: ['team'] })).toContain('Give a condition such as');
  });
});

describe('KB-11 a citation of a version that another document replaces', () => {
  const dock = (version: string, opening: string, people: string) =>
    `# Dry dock rules, version ${version}\n\n${opening}\n\n${people} people may work on a hull at the same time.\n`;
  const called = 'Dry dock rules, version 2.0';

  it('says by which, to the model and in the answer, also if only the old one was found', async () => {
    await server.addBase('Dock', {
      'dock-v1.md': dock('1.0', 'In force from 1 July 2023.', 'Two'),
      'dock-v2.md': dock('2.0', 'In force from 1 February 2026. This version replaces version 1.0.', 'Three'),
    });
    const search = (name: string) => ({
      call: 'retrieve_context',
      input: { query: 'people on a hull', item_name: name, knowledge_bases: ['Dock'] },
    });
    const text = (people: string) => `${people} people may work on a hull at the same time [1].`;
    const old = await server.play([[search('dock-v1')], [{ text: text('Two') }]]);
    expect(JSON.stringify(old.view)).toContain(`"replaced by":"${called}"`);
    expect(old.answer.citations[0]).toMatchObject({
      verdict: 'supported',
      passage: { replacedBy: called },
    });
    const now = await server.play([[search('dock-v2')], [{ text: text('Three') }]]);
    expect(now.answer.citations[0]).toMatchObject({ verdict: 'supported' });
    expect(now.answer.citations[0]?.passage).not.toHaveProperty('replacedBy');
  });
});
