import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDocument } from '@ibid/retrieval/internal';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startLoginServer } from './login-server.js';
import { RECORDED_MODEL } from './recorded-server.js';
import { startScriptedProvider, contentText } from './scripted-openai.js';
import { startServerProcess } from './server-process.js';
import { TestClient } from './test-client.js';
import { testStore } from './test-store.js';

interface Cell {
  columnId: string;
  verdict: string | null;
  value: string | null;
  quote: string | null;
  reason: string | null;
  version: number;
  edit: { value: string; by: string; verdict: string | null; quote: string | null } | null;
}
interface Table {
  id: string;
  columns: { id: string; name: string }[];
  counts: { byVerdict: Record<string, number>; pending: number; stale: number; withheld: number };
  job: { id: string; state: string; error?: string } | null;
}
interface Rows {
  rows: { id: string; isStale: boolean; document: { itemId: string; title: string } | null; cells: Cell[] }[];
  total: number;
}

const DEPTH = { name: 'Depth', question: 'How deep is the basin?', kind: 'number', unit: 'm' };
const OPEN = { name: 'Opened', question: 'When was the harbour opened?', kind: 'date' };
const harbour = (name: string, depth: number) =>
  `# ${name}\n\nThe basin is ${depth} m deep. The harbour was opened on 4 May 1987.\n\n=cmd|' /C calc'!A0 is a note.`;

async function upload(client: TestClient, base: string, files: Record<string, string>): Promise<void> {
  const form = new FormData();
  for (const [name, text] of Object.entries(files)) form.append('files', new Blob([text]), name);
  const { body } = await client.send<{ jobId: string }>('POST', `/api/knowledge-bases/${base}/uploads`, form);
  await vi.waitFor(
    async () => expect(await client.get(`/api/jobs/${body.jobId}`)).toMatchObject({ state: 'done' }),
    { timeout: 600_000, interval: 100 },
  );
}

const tableOf = (client: TestClient, id: string) => client.get<Table>(`/api/tables/${id}`);
const rowsOf = (client: TestClient, id: string, query = '') =>
  client.get<Rows>(`/api/tables/${id}/rows${query}`);

async function computed(client: TestClient, id: string): Promise<Table> {
  await expect.poll(async () => (await tableOf(client, id)).job?.state).toBe('done');
  return tableOf(client, id);
}

describe('ANS-1 an evidence table over the API, without a language model', () => {
  let folder: string;
  let started: Awaited<ReturnType<typeof startLoginServer>>;
  let ann: TestClient;
  let ben: { client: TestClient; id: string };
  let base: string;
  let table: Table;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-evidence-'));
    started = await startLoginServer({ dataFolder: folder });
    ann = (await started.add('ann')).client;
    ben = await started.add('ben');
    base = (await ann.post<{ id: string }>('/api/knowledge-bases', { name: 'Harbours' })).id;
    await upload(ann, base, {
      'north/bergen.md': harbour('Bergen', 9),
      'north/visby.md': '# Visby\n\nThe island has a wall.',
      'south/trieste.md': harbour('Trieste', 12),
    });
  });
  afterAll(async () => {
    await started.server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('computes value, quote and verdict, says what is not there, and gives the same cells again', async () => {
    const make = async () => {
      const made = await ann.post<Table>('/api/tables', {
        name: 'Harbours',
        rows: { knowledgeBaseIds: [base] },
        columns: [DEPTH, OPEN],
      });
      return computed(ann, made.id);
    };
    table = await make();
    expect(table.counts).toMatchObject({ byVerdict: { supported: 4, absent: 2 }, pending: 0 });
    const { rows } = await rowsOf(ann, table.id, '?sort=document');
    expect(rows.map(({ document, cells }) => [document?.title, cells.map(({ value }) => value)])).toEqual([
      ['Bergen', ['9 m', '1987-05-04']],
      ['Trieste', ['12 m', '1987-05-04']],
      ['Visby', [null, null]],
    ]);
    expect(rows[0]?.cells[0]).toMatchObject({ quote: 'The basin is 9 m deep.', verdict: 'supported' });
    const plain = ({ rows: all }: Rows) =>
      all.map(({ cells }) =>
        cells.map(({ value, quote, verdict, reason }) => [value, quote, verdict, reason]),
      );
    const again = await make();
    expect(plain(await rowsOf(ann, again.id))).toEqual(plain(await rowsOf(ann, table.id)));
    await ann.send('DELETE', `/api/tables/${again.id}`);
    const deepest = await rowsOf(ann, table.id, `?sort=-${table.columns[0]?.id}`);
    expect(deepest.rows[0]?.document?.title).toBe('Trieste');
  });

  it('takes rows by folder, search and hand, each once', async () => {
    const count = async (rows: object) =>
      (await ann.post<{ rows: number }>('/api/tables', { name: 'R', rows, run: false })).rows;
    expect(await count({ folder: { knowledgeBaseId: base, path: 'north' } })).toBe(2);
    expect(await count({ search: { query: 'island wall', limit: 1 } })).toBe(1);
    const [first] = (await rowsOf(ann, table.id)).rows;
    expect(await count({ itemIds: [first?.document?.itemId, first?.document?.itemId, 'nothing'] })).toBe(1);
    const tooMany = { name: 'R', columns: Array.from({ length: 21 }, () => DEPTH) };
    expect((await ann.send('POST', '/api/tables', tooMany)).status).toBe(400);
  });

  it('computes only the new column, and marks and renews the row of a document that changed', async () => {
    const asked = { name: 'Wall', question: 'Has the island a wall?', kind: 'yes-no' };
    await ann.post(`/api/tables/${table.id}/columns`, asked);
    expect((await computed(ann, table.id)).counts.byVerdict).toMatchObject({ supported: 5 });
    await upload(ann, base, { 'north/bergen.md': harbour('Bergen', 11) });
    expect((await tableOf(ann, table.id)).counts.stale).toBe(3);
    expect(
      (await rowsOf(ann, table.id, '?verdict=stale')).rows.map(({ document }) => document?.title),
    ).toEqual(['Bergen']);
    await ann.post(`/api/tables/${table.id}/run`, {});
    expect((await computed(ann, table.id)).counts.stale).toBe(0);
    const { rows } = await rowsOf(ann, table.id, '?sort=document');
    expect(rows[0]?.cells.find(({ columnId }) => columnId === table.columns[0]?.id)?.value).toBe('11 m');
  });

  it('KB-5 withholds the cells of documents that somebody it is shared with may not see', async () => {
    const sharing = { visibility: 'shared', sharedWithUsers: [ben.id], sharedWithGroups: [] };
    await ann.send('PATCH', `/api/tables/${table.id}`, { sharing });
    const seen = await ben.client.get<Rows>(`/api/tables/${table.id}/rows`);
    expect(seen.rows.every(({ document, cells }) => document === null && cells.length === 0)).toBe(true);
    // The job contains the title of its last document.
    expect(JSON.stringify(await tableOf(ann, table.id))).toContain('Bergen');
    expect(JSON.stringify(await tableOf(ben.client, table.id))).not.toMatch(/Bergen|Trieste|Visby/u);
    for (const format of ['csv', 'md', 'xlsx']) {
      const { body } = await ben.client.send<string>(
        'GET',
        `/api/tables/${table.id}/export?format=${format}`,
      );
      expect(body).not.toMatch(/Bergen|11 m/u);
    }
    expect((await ben.client.send('POST', `/api/tables/${table.id}/columns`, DEPTH)).status).toBe(403);
    await ann.send('PATCH', `/api/knowledge-bases/${base}`, {
      access: { visibility: 'shared', sharedWithUsers: [ben.id], sharedWithRoles: [] },
    });
  });

  it('marks an edit, and tells the second of two people what the first one wrote', async () => {
    const [row] = (await rowsOf(ann, table.id, '?sort=document')).rows;
    const path = `/api/tables/${table.id}/cells/${row?.id}/${table.columns[0]?.id}`;
    expect((await ann.send('PUT', path, { value: '11.5 m', version: 0 })).status).toBe(200);
    const late = await ann.send<{ code: string; detail: string }>('PUT', path, { value: '10 m', version: 0 });
    expect([late.status, late.body.code]).toEqual([409, 'cell_changed']);
    expect(late.body.detail).toContain('ann changed it to “11.5 m”');
    const edited = (await rowsOf(ann, table.id, '?verdict=edited')).rows[0]?.cells.find(
      ({ edit }) => edit !== null,
    );
    // The document says 11 m: the verdict and quote of the computed value are not those of the edit.
    expect(edited).toMatchObject({
      value: '11 m',
      verdict: 'supported',
      edit: { value: '11.5 m', by: 'ann', verdict: 'unsupported', quote: null },
      version: 1,
    });
    const history = await ann.get<{ rows: { value: string }[]; version: number }>(`${path}/edits`);
    expect([history.version, history.rows.map(({ value }) => value)]).toEqual([1, ['11.5 m']]);
  });

  it('reads a date that is put in, checks it against the document, and refuses what is none', async () => {
    const [row] = (await rowsOf(ann, table.id, '?sort=document')).rows;
    const path = `/api/tables/${table.id}/cells/${row?.id}/${table.columns[1]?.id}`;
    const refused = await ann.send<{ code: string }>('PUT', path, { value: 'next spring', version: 0 });
    expect([refused.status, refused.body.code]).toEqual([400, 'not_a_date']);
    expect((await ann.send<Cell>('PUT', path, { value: '4 May 1987', version: 0 })).body.edit).toMatchObject({
      value: '1987-05-04',
      verdict: 'supported',
      quote: 'The harbour was opened on 4 May 1987.',
    });
    expect((await ann.send<Cell>('PUT', path, { value: '1 June 2030', version: 1 })).body.edit).toMatchObject(
      {
        value: '2030-06-01',
        verdict: 'unsupported',
        quote: null,
      },
    );
    const { body } = await ann.send<string>('GET', `/api/tables/${table.id}/export?format=csv`);
    expect(body).toMatch(
      /,2030-06-01,,"?edited by ann on [-\d]+, unsupported: The document does not have this value/u,
    );
    await ann.send('PUT', path, { value: null, version: 2 });
  });

  it('leaves as a spreadsheet, as CSV without formulas, and as Markdown', async () => {
    const response = await fetch(`${ann.url}/api/tables/${table.id}/export?format=xlsx`, {
      headers: ann.headers,
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const { text } = await parseDocument({ bytes, name: 'harbours.xlsx' });
    expect(text).toContain('| Trieste | 12 |');
    await ann.post(`/api/tables/${table.id}/columns`, {
      name: '=1+1',
      question: 'What is the note?',
      kind: 'text',
    });
    // In another language, so its absence from the document is unknown.
    await ann.post(`/api/tables/${table.id}/columns`, {
      name: 'Tiefe',
      question: 'Wie tief ist das Becken des Hafens?',
      kind: 'number',
    });
    await computed(ann, table.id);
    const csv = await ann.send<string>('GET', `/api/tables/${table.id}/export?format=csv`);
    expect(csv.body).toContain("'=1+1");
    expect(csv.body).not.toMatch(/(?:^|,|")=/mu);
    expect(csv.body).toContain('not in the document');
    expect(csv.body).toMatch(/not found,[^\n]*are in different languages/u);
    const markdown = await ann.send<string>('GET', `/api/tables/${table.id}/export?format=md`);
    expect(markdown.body).toContain('| Trieste | 12 m [^');
    expect(markdown.body).toContain('Trieste: “The basin is 12 m deep.” (supported)');
  });

  it('goes on where a document vanishes, and keeps nothing of it', async () => {
    const [row] = (await rowsOf(ann, table.id, '?sort=document')).rows;
    await ann.send('DELETE', `/api/items/${row?.document?.itemId}`);
    await ann.post(`/api/tables/${table.id}/run`, {});
    expect((await computed(ann, table.id)).counts).toMatchObject({ withheld: 1, pending: 0 });
    const { body } = await ann.send<string>('GET', `/api/tables/${table.id}/export?format=csv`);
    expect(body).toContain('A document that was deleted');
  });

  it('leaves with the file names of documents that have the same title', async () => {
    await upload(ann, base, { 'south/pula.md': harbour('Pula', 7), 'old/pula-1999.md': harbour('Pula', 5) });
    const made = await ann.post<Table>('/api/tables', {
      name: 'Namesakes',
      rows: { knowledgeBaseIds: [base] },
      columns: [DEPTH],
    });
    await computed(ann, made.id);
    const { body } = await ann.send<string>('GET', `/api/tables/${made.id}/export?format=csv`);
    expect(body).toMatch(/^Pula \([^)]*pula\.md\),7 m,/mu);
    expect(body).toMatch(/^Pula \([^)]*pula-1999\.md\),5 m,/mu);
    expect(body).toMatch(/^Visby,/mu);
  });
});

describe('KB-5 a report and contradictions that rest on what somebody else has shared', () => {
  it('are their maker’s alone, and tell nothing of it once it is withdrawn', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-withdrawn-'));
    const { server, add } = await startLoginServer({ dataFolder: folder });
    const { client: ann } = await add('ann');
    const { client: ben, id: benId } = await add('ben');
    const { id: base } = await ann.post<{ id: string }>('/api/knowledge-bases', { name: 'Quays' });
    await upload(ann, base, {
      'a.md': '# Quay rules\n\nThe quay of Vellern closes at 18:00.',
      'b.md': '# Quay rules\n\nThe quay of Vellern closes at 20:30.',
    });
    const share = (visibility: 'private' | 'shared') =>
      ann.send('PATCH', `/api/knowledge-bases/${base}`, {
        sharing: { visibility, sharedWithUsers: visibility === 'shared' ? [benId] : [] },
      });
    await share('shared');
    const question = 'When does the quay of Vellern close?';
    const report = await ben.post<{ id: string }>('/api/reports', {
      question,
      knowledgeBaseIds: [base],
      plan: [{ title: 'Closing', question }],
    });
    await ben.send('POST', `/api/reports/${report.id}/run`);
    const pairs = await ben.post<{ id: string }>('/api/contradictions', { knowledgeBaseIds: [base] });
    const paths = [`/api/reports/${report.id}`, `/api/contradictions/${pairs.id}`];
    for (const path of paths) await expect.poll(async () => (await ben.get(path))['isDone']).toBe(true);
    const told = async () => {
      const all = [...paths, `${paths[0]}/export`, '/api/reports', '/api/contradictions'];
      return JSON.stringify(await Promise.all(all.map(async (path) => (await ben.send('GET', path)).body)));
    };
    const words = /18:00|20:30|Quay rules/u;
    expect(await told()).toMatch(words);
    for (const path of paths) expect((await ann.send('GET', path)).status).toBe(404);
    await share('private');
    const withdrawn = await told();
    expect(withdrawn).not.toMatch(words);
    expect(withdrawn).toContain('are no longer shared with you');
    await share('shared');
    expect(await told()).toMatch(words);
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
});

describe('ANS-1 an evidence table by a language model, killed in the middle', () => {
  it('goes on with the rows that are left, asks for none twice, and believes no quote that is not there', async () => {
    const asked: string[] = [];
    let isHanging = true;
    const provider = await startScriptedProvider(({ messages }) => {
      const prompt = messages.map(({ content }) => contentText(content)).join('\n');
      const title = /# Harbour (\d+)/u.exec(prompt)?.[1];
      if (title === undefined) return { say: 'A title' };
      asked.push(title);
      if (isHanging && asked.length > 4) return { hang: true };
      const quote = title === '3' ? 'The basin is 99 m deep.' : `The basin is ${title}0 m deep.`;
      const cells = [{ number: 1, value: `${title}0 m`, quote }];
      return { say: JSON.stringify({ cells }) };
    });
    const folder = await mkdtemp(join(tmpdir(), 'ibid-evidence-killed-'));
    const start = async () =>
      startServerProcess(
        { dataFolder: folder, ...(await testStore(folder)) },
        { IBID_MODEL_URL: provider.url, IBID_MODEL: RECORDED_MODEL, IBID_MODEL_WINDOW: '16000' },
      );
    let running = await start();
    try {
      let client = new TestClient(running.url);
      const { id: base } = await client.post<{ id: string }>('/api/knowledge-bases', { name: 'Coast' });
      const names = Array.from({ length: 9 }, (_, index) => String(index + 1));
      await upload(
        client,
        base,
        Object.fromEntries(
          names.map((name) => [`${name}.md`, `# Harbour ${name}\n\nThe basin is ${name}0 m deep.`]),
        ),
      );
      const { id } = await client.post<Table>('/api/tables', {
        name: 'Depths',
        rows: { knowledgeBaseIds: [base] },
        columns: [DEPTH],
      });
      await expect.poll(async () => (await tableOf(client, id)).counts.pending).toBe(5);
      await running.end('SIGKILL');
      const before = new Set(asked.slice(0, 4));
      asked.length = 0;
      isHanging = false;
      running = await start();
      client = new TestClient(running.url);
      const done = await computed(client, id);
      expect(done.counts).toMatchObject({ pending: 0, byVerdict: { supported: 8, unsupported: 1 } });
      expect(asked.filter((title) => before.has(title))).toEqual([]);
      const { rows } = await rowsOf(client, id, '?verdict=unsupported');
      expect(rows[0]?.cells[0]).toMatchObject({ value: '30 m', quote: null });
    } finally {
      await running.end('SIGKILL');
      await provider.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
