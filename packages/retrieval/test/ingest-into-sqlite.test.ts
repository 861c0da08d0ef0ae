import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ToolContext } from '@ibid/core';
import type { Knowledge, OpenDatabase } from '@ibid/store/internal';
import { openDatabase, openKnowledge } from '@ibid/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOpenUrlTool,
  createWebSearchTool,
  ingestFiles,
  isPublicAddress,
  PreparePool,
  ScopedKnowledge,
  syncFolder,
  type IngestReport,
  type Viewer,
} from '../src/internal.js';

const fixtures = fileURLToPath(new URL('./fixtures', import.meta.url));
const ada: Viewer = { userId: 'ada', roles: [], isAdministrator: false };
const eve: Viewer = { userId: 'eve', roles: [], isAdministrator: false };
const context: ToolContext = {
  callId: 'call',
  turnId: 'turn',
  conversationId: 'conversation',
  signal: new AbortController().signal,
  progress: () => {},
  conversationTokens: 0,
  availableTokens: 4000,
  history: [],
};

let folder: string;
let database: OpenDatabase;
let knowledge: Knowledge;
let pool: PreparePool;
let baseId: string;
let server: Server;
let report: IngestReport;

const sync = () =>
  syncFolder({
    knowledgeBaseId: baseId,
    folder,
    writer: knowledge.writer,
    embedder: null,
    pool,
    describe: (path) => ({ url: `https://harbour.example/docs/${path}` }),
  });
const boundTo = (viewer: Viewer, itemIds?: string[]) =>
  new ScopedKnowledge({
    store: knowledge.reader,
    viewer,
    scope: itemIds ? { knowledgeBaseIds: [], itemIds } : null,
  });
const find = async (query: string, topK = 5) => {
  const hits = await knowledge.reader.search({ viewer: ada, query, mode: 'keyword', topK });
  return [...new Set(hits.map((hit) => hit.itemName))];
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-sqlite-'));
  // Scans need a pool with OCR: ocr.test.ts.
  await cp(fixtures, folder, {
    recursive: true,
    filter: (path) => !/harbour-log|packed-|notice\.webp/u.test(path),
  });
  pool = new PreparePool({ size: 1 });
  database = await openDatabase({ folder: ':memory:' });
  knowledge = await openKnowledge({ database, embedder: null });
  const access = { visibility: 'private' as const, ownerId: 'ada', sharedWithUsers: [], sharedWithRoles: [] };
  baseId = (await knowledge.bases.create({ name: 'Harbour', access })).id;
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      '<title>Tides</title><h1>Tides</h1><p>High water at noon, see <a href="/moon">the moon</a>.</p>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  report = await sync();
});
afterAll(async () => {
  server.close();
  await knowledge.close();
  await database.close();
  await pool.close();
  await rm(folder, { recursive: true, force: true });
});

describe('KB-1 a folder of every type, in a real database', () => {
  it('takes in what can be read and says why the rest cannot', () => {
    expect(report.counts).toMatchObject({ added: 11, failed: 3, skipped: 1 });
    const failures = report.outcomes.filter(({ status }) => status === 'failed');
    expect(failures.map(({ name, code }) => `${name} ${code}`).toSorted()).toEqual([
      'berths-encrypted.xlsx encrypted',
      'handbook-encrypted.docx encrypted',
      'handbook-encrypted.pdf encrypted',
    ]);
    expect(report.outcomes.find(({ status }) => status === 'skipped')).toMatchObject({
      name: 'handbook-legacy.doc',
      code: 'unsupported',
    });
  });

  it('finds words of each file, in tables, notes and accents too', async () => {
    expect(await find('icebreaker Skadi rented')).toEqual(['slides.pptx']);
    expect(await find('Trawler fee')).toContain('berths.xlsx');
    expect(await find('Fähre Südkai')).toEqual(['move.eml']);
    expect((await find('fishing pier', 40)).toSorted()).toEqual([
      'handbook-browser.pdf',
      'handbook-windows.txt',
      'handbook-writer.html',
      'handbook.docx',
      'handbook.epub',
      'handbook.html',
      'handbook.pdf',
    ]);
  });

  it('keeps chunks as exact slices, with page and headings', async () => {
    const { rows } = await knowledge.reader.listItems({ viewer: ada, limit: 20 });
    for (const item of rows) {
      const text = await knowledge.reader.readItemText(ada, item.id);
      const chunks = await knowledge.reader.readChunks(ada, item.id, { from: 0, to: 99 });
      expect(chunks).toHaveLength(item.chunks);
      for (const chunk of chunks) expect(text?.slice(chunk.span.start, chunk.span.end)).toBe(chunk.text);
    }
    const pdf = rows.find(({ name }) => name === 'handbook.pdf');
    expect(pdf?.pages).toBe(2);
    const secondPage = await knowledge.reader.readPage(ada, pdf?.id ?? '', 2);
    expect(secondPage[0]).toMatchObject({ page: 2, headingPath: ['Harbour handbook', 'Emergencies'] });
  });

  it('follows the folder: unchanged, moved, changed, removed', async () => {
    expect((await sync()).counts).toMatchObject({ unchanged: 11, added: 0, changed: 0 });
    await rename(join(folder, 'slides.pptx'), join(folder, 'winter.pptx'));
    await writeFile(
      join(folder, 'move.eml'),
      'Subject: Umzug\nFrom: a@b.example\n\nAlles bleibt beim Alten.\n',
    );
    await rm(join(folder, 'handbook.epub'));
    expect((await sync()).counts).toMatchObject({ unchanged: 8, moved: 1, changed: 1, removed: 1 });
    expect(await find('icebreaker Skadi rented')).toEqual(['winter.pptx']);
    const [moved] = await knowledge.reader.searchItemsByName({ viewer: ada, name: 'winter', limit: 1 });
    expect(moved).toMatchObject({ title: 'winter', metadata: { path: 'winter.pptx' } });
    expect(await find('Fähre Südkai')).toEqual([]);
  });

  it('keeps a file that has no identity as a new item each time', async () => {
    const sources = [
      { name: 'note.txt', content: { bytes: Buffer.from('A loose note.') }, externalId: null },
    ];
    const take = () =>
      ingestFiles({ knowledgeBaseId: baseId, sources, writer: knowledge.writer, embedder: null, pool });
    expect((await take()).counts.added + (await take()).counts.added).toBe(2);
  });
});

describe('KB-8 open_url', () => {
  const address = 'https://harbour.example/docs/handbook.docx';

  it('opens an indexed item from the index, for those who may see it', async () => {
    const tool = createOpenUrlTool({ knowledge: boundTo(ada), web: null });
    const outcome = await tool.execute({ url: `${address}#berths` }, context);
    expect(outcome.isError).toBeUndefined();
    expect(outcome.chunks?.map((chunk) => chunk.text).join('\n')).toContain('Fishing pier');
    expect(outcome.chunks?.[0]).toMatchObject({ title: 'Harbour handbook', url: address });
    // Nor for those who may see it, if something else was preselected (AGR-7).
    for (const bound of [boundTo(eve), boundTo(ada, ['another-item'])]) {
      const others = createOpenUrlTool({ knowledge: bound, web: null });
      expect((await others.execute({ url: address }, context)).text).toMatch(/not in the knowledge bases/);
    }
  });

  it('gives a long item in parts, and says how to go on', async () => {
    const text = Array.from(
      { length: 400 },
      (_, index) => `Line ${index} about tides and moons and ships.`,
    ).join('\n\n');
    const sources = [
      {
        name: 'long.txt',
        content: { bytes: Buffer.from(text) },
        externalId: 'long',
        url: 'https://harbour.example/long',
      },
    ];
    await ingestFiles({ knowledgeBaseId: baseId, sources, writer: knowledge.writer, embedder: null, pool });
    const tool = createOpenUrlTool({ knowledge: boundTo(ada), web: null });
    let start = 0;
    const read: string[] = [];
    for (let parts = 0; parts < 50; parts++) {
      const outcome = await tool.execute({ url: 'https://harbour.example/long', start }, context);
      read.push(...(outcome.chunks ?? []).map((chunk) => chunk.text ?? ''));
      const next = outcome.figures?.['continue_with_start'];
      if (typeof next !== 'number') break;
      expect(next).toBeGreaterThan(start);
      start = next;
    }
    expect(start).toBeGreaterThan(0);
    expect(read.join('\n\n')).toBe(text);
  });

  it('opens no web page unless it is allowed to', async () => {
    const { port } = server.address() as AddressInfo;
    const url = `http://tides.example:${port}/today`;
    const closed = createOpenUrlTool({ knowledge: boundTo(ada), web: null });
    expect(await closed.execute({ url }, context)).toMatchObject({
      isError: true,
      text: expect.stringContaining('switched off'),
    });
    const guard = {
      resolve: async () => ['127.0.0.1'],
      isAllowed: (numeric: string) => numeric === '127.0.0.1' || isPublicAddress(numeric),
    };
    const open = createOpenUrlTool({ knowledge: boundTo(ada), web: { pool, guard } });
    const outcome = await open.execute({ url }, context);
    expect(outcome.chunks).toMatchObject([{ title: 'Tides', url, chunkId: '0' }]);
    expect(outcome.chunks?.[0]?.text).toContain(`[the moon](http://tides.example:${port}/moon)`);
    const again = await open.execute({ url: `${url}#now` }, context);
    expect(again.chunks?.[0]?.itemId).toBe(outcome.chunks?.[0]?.itemId);
    expect(await open.execute({ url: 'http://10.0.0.1/' }, context)).toMatchObject({ isError: true });
  });

  it('a web search provider is a search tool like the others', async () => {
    const tool = createWebSearchTool({
      provider: {
        id: 'two-pages',
        search: async ({ query, count }) =>
          ['https://a.example/', 'https://b.example/']
            .slice(0, count)
            .map((url) => ({ title: query, url, snippet: `On ${url}` })),
      },
    });
    expect(tool.isSearch).toBe(true);
    const outcome = await tool.execute({ query: 'tides', count: 1 }, context);
    expect(outcome.chunks).toMatchObject([{ url: 'https://a.example/', text: 'On https://a.example/' }]);
  });
});
