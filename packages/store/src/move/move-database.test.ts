import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../database/open-database.js';
import type { OpenDatabase } from '../database/open-database.js';
import { createTestDatabase, testServer } from '../database/test-database.test-helper.js';
import { DatabaseDescriptorStore } from '../descriptors/index.js';
import { accessOf, itemOf, viewerOf, wordEmbedder } from '../knowledge/contract-kit.test-helper.js';
import { openKnowledge } from '../knowledge/open-knowledge.js';
import { ConversationRepository } from '../state/index.js';
import { moveDatabase } from './move-database.js';

const server = testServer();

describe.skipIf(!server)('OPS-2 moving between SQLite and PostgreSQL', () => {
  let folder: string;
  let own: Awaited<ReturnType<typeof createTestDatabase>>;
  let embedded: OpenDatabase;
  let postgres: OpenDatabase;
  let back: OpenDatabase;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-move-'));
    own = await createTestDatabase(server!);
    embedded = await openDatabase({ folder: join(folder, 'a') });
    postgres = await openDatabase({ url: own.url });
    back = await openDatabase({ folder: join(folder, 'b') });
  });
  afterAll(async () => {
    for (const opened of [embedded, postgres, back]) await opened.close();
    await own.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const ann = viewerOf('ann');

  async function fill(): Promise<void> {
    const knowledge = await openKnowledge({ database: embedded, embedder: wordEmbedder });
    const base = await knowledge.bases.create({ name: 'Docs', access: accessOf('ann') });
    for (const [title, paragraphs] of [
      ['Heron', ['The heron stands in the water.', 'It waits for fish.']],
      ['Kestrel', ['The kestrel hovers above the Heron.']],
    ] as const)
      await knowledge.writer.putItem(await itemOf({ knowledgeBaseId: base.id, title, paragraphs }));
    await knowledge.close();
    const conversations = new ConversationRepository(embedded.db);
    const { id } = await conversations.create({ ownerId: 'ann', title: 'Birds' });
    const descriptors = new DatabaseDescriptorStore({
      db: embedded.db,
      conversationId: id,
      messageIds: null,
      now: () => '2026-01-01T00:00:00.000Z',
    });
    const origin = { kind: 'tool-result', callId: 'c', toolName: 't' } as const;
    await descriptors.create({ content: 'long text \0 with \u{1f600}', origin });
  }

  /** What a user would see, in comparable form. */
  async function viewOf(database: OpenDatabase) {
    const knowledge = await openKnowledge({ database, embedder: wordEmbedder });
    const { reader } = knowledge;
    const found = [];
    for (const mode of ['keyword', 'semantic', 'hybrid'] as const) {
      const hits = await reader.search({ viewer: ann, query: 'heron water', mode, topK: 5 });
      found.push(hits.map(({ id, title, text }) => ({ id, title, text })));
    }
    const items = await reader.listItems({ viewer: ann, limit: 10 });
    const links = await reader.linksTo(
      ann,
      items.rows.map((item) => item.id),
    );
    const named = await reader.searchItemsByName({ viewer: ann, name: 'kestrel', limit: 1 });
    const segments = await database.db.selectFrom('descriptor_segments').selectAll().execute();
    await knowledge.close();
    return {
      found,
      items: items.rows,
      links,
      named: named.map((item) => item.id),
      conversations: await database.db.selectFrom('conversations').selectAll().execute(),
      segments: segments.map((segment) => ({ ...segment, data: Buffer.from(segment.data).toString('hex') })),
    };
  }

  it('shows the same there and back again, and goes on counting', async () => {
    await fill();
    const before = await viewOf(embedded);
    expect(before.found[0]).toHaveLength(3);
    expect(before.segments).toHaveLength(1);
    await moveDatabase({ from: embedded, to: postgres });
    expect(await viewOf(postgres)).toEqual(before);
    await moveDatabase({ from: postgres, to: back });
    expect(await viewOf(back)).toEqual(before);
    for (const database of [postgres, back]) {
      const knowledge = await openKnowledge({ database, embedder: wordEmbedder });
      const [base] = await knowledge.bases.list(ann);
      const item = await itemOf({ knowledgeBaseId: base!.id, title: 'Owl', paragraphs: ['The owl sleeps.'] });
      await knowledge.writer.putItem(item);
      const hits = await knowledge.reader.search({ viewer: ann, query: 'owl', mode: 'keyword', topK: 5 });
      expect(hits.map((hit) => hit.title)).toEqual(['Owl']);
      await knowledge.close();
    }
  });

  it('does not mix two databases', async () => {
    await expect(moveDatabase({ from: embedded, to: postgres })).rejects.toMatchObject({
      code: 'target_not_empty',
    });
  });
});
