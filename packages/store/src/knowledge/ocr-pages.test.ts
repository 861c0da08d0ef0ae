import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../database/open-database.js';
import type { OpenDatabase } from '../database/open-database.js';
import { createTestDatabase, testServer } from '../database/test-database.test-helper.js';
import { openKnowledge, type Knowledge } from './open-knowledge.js';

const postgres = testServer();
const backends: [string, string | null][] = [
  ['SQLite', null],
  ...(postgres ? [['PostgreSQL', postgres] as [string, string]] : []),
];
const viewer = { userId: 'ada', roles: [], isAdministrator: false };

describe.each(backends)('KB-9 pages read from pictures, on %s', (_, server) => {
  let folder: string;
  let database: OpenDatabase;
  let knowledge: Knowledge;
  let base: string;
  let own: Awaited<ReturnType<typeof createTestDatabase>> | null = null;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-scans-'));
    own = server === null ? null : await createTestDatabase(server);
    database = await openDatabase(own ? { url: own.url } : { folder });
    knowledge = await openKnowledge({ database, embedder: null });
    base = (
      await knowledge.bases.create({
        name: 'Scans',
        access: { visibility: 'private', ownerId: 'ada', sharedWithUsers: [], sharedWithRoles: [] },
      })
    ).id;
  });
  afterEach(async () => {
    await knowledge.close();
    await database.close();
    await own?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const put = (externalId: string, contentHash: string, text = 'The station was moved in 1987.') =>
    knowledge.writer.putItem({
      item: {
        knowledgeBaseId: base,
        title: 'Log',
        name: 'log.pdf',
        externalId,
        url: null,
        mediaType: 'application/pdf',
        language: 'en',
        metadata: {},
        contentHash,
        pipeline: 'x',
        characters: text.length,
        tokens: 8,
        pages: 1,
        access: null,
      },
      text,
      chunks: [
        {
          ordinal: 0,
          text,
          headingPath: [],
          page: 1,
          span: { start: 0, end: text.length },
          tokens: 8,
          context: null,
          ocr: { confidence: 91, doubtful: [[4, 11]] },
        },
      ],
      vectors: null,
      embedderId: null,
    });

  it('keeps them by file, with each chunk how well it was read, and forgets them with the last document', async () => {
    const { writer, reader } = knowledge;
    const { ocrPages } = writer;
    await ocrPages.keep('sha256:aa', 1, new Uint8Array([1, 2]));
    await ocrPages.keep('sha256:aa', 1, new Uint8Array([3]));
    await ocrPages.keep('sha256:bb', 7, new Uint8Array([4]));
    expect([...(await ocrPages.find('sha256:aa'))]).toEqual([[1, new Uint8Array([3])]]);
    expect(await ocrPages.findPage('sha256:bb', 7)).toEqual(new Uint8Array([4]));
    expect(await ocrPages.findPage('sha256:bb', 8)).toBeNull();

    const one = await put('one', 'sha256:aa');
    const two = await put('two', 'sha256:aa');
    const [chunk] = await reader.readChunks(viewer, one.itemId, { from: 0, to: 0 });
    expect(chunk?.ocr).toEqual({ confidence: 91, doubtful: [[4, 11]] });
    const [hit] = await reader.search({ viewer, query: 'station', mode: 'keyword', topK: 1 });
    expect(hit?.ocr?.confidence).toBe(91);

    await writer.removeItem({ itemId: one.itemId });
    expect((await ocrPages.find('sha256:aa')).size).toBe(1);
    // Replaced by another file, and not cited.
    await put('two', 'sha256:cc', 'Another text.');
    expect((await ocrPages.find('sha256:aa')).size).toBe(0);
    await ocrPages.keep('sha256:cc', 1, new Uint8Array([5]));
    await writer.removeItem({ itemId: two.itemId });
    expect((await ocrPages.find('sha256:cc')).size).toBe(0);

    // From a scan that was stopped and never became a document.
    expect(await ocrPages.dropUnused(new Date(Date.now() - 60_000).toISOString())).toBe(0);
    expect(await ocrPages.dropUnused(new Date(Date.now() + 60_000).toISOString())).toBe(1);
  });
});
