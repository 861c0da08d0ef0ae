import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccessRule, KnowledgeStore, Viewer } from '@ibid/retrieval/internal';
import type { OpenDatabase } from '../database/open-database.js';
import { accessOf, administrator, itemOf, viewerOf, wordEmbedder } from './contract-kit.test-helper.js';
import type { Knowledge } from './open-knowledge.js';
import { openKnowledge } from './open-knowledge.js';

const SECRET = 'The falcon project starts in May, says OPS-9.';

function methodsOf(reader: KnowledgeStore): string[] {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(reader) as object);
  return names.filter((name) => name !== 'constructor').sort();
}

/** The same reader, recording the methods called. */
function recording(reader: KnowledgeStore): { reader: KnowledgeStore; asked: ReadonlySet<string> } {
  const asked = new Set<string>();
  const recorded = Object.fromEntries(
    methodsOf(reader).map((name) => {
      const method = (reader as unknown as Record<string, (...parts: unknown[]) => unknown>)[name]!;
      return [name, (...parts: unknown[]) => (asked.add(name), method.apply(reader, parts))];
    }),
  );
  return { reader: recorded as unknown as KnowledgeStore, asked };
}

/** KB-5 on every public path. Each dialect's test file runs it on a real database. */
export function accessContract(
  open: () => Promise<OpenDatabase>,
  settings: { blockChunks?: number } = {},
): void {
  let database: OpenDatabase;
  let knowledge: Knowledge;

  beforeEach(async () => {
    database = await open();
    knowledge = await openKnowledge({ database, embedder: wordEmbedder, ...settings });
  });
  afterEach(async () => {
    await knowledge.close();
    await database.close();
  });

  const make = async (baseAccess: AccessRule, itemAccess: AccessRule | null = null) => {
    const base = await knowledge.bases.create({ name: 'Falcon files', access: baseAccess });
    const open = await knowledge.bases.create({ name: 'Open', access: accessOf('bob', 'public') });
    const secret = await knowledge.writer.putItem({
      ...(await itemOf({
        knowledgeBaseId: base.id,
        title: 'Falcon plan',
        externalId: 'falcon-1',
        metadata: { code: 'falcon' },
        paragraphs: [SECRET, 'More about the falcon and the Public note.'],
        access: itemAccess,
      })),
      tableParts: [{ table: 0, rows: 1, packed: Buffer.from(SECRET) }],
    });
    await knowledge.writer.putItem(
      await itemOf({
        knowledgeBaseId: open.id,
        title: 'Public note',
        paragraphs: ['We mention the Falcon plan here.'],
      }),
    );
    return { base: base.id, itemId: secret.itemId };
  };

  /** Calls everything the reader offers and returns all text that the viewer gets. */
  const walk = async (viewer: Viewer, target: { base: string; itemId: string }): Promise<string> => {
    const { reader, asked } = recording(knowledge.reader);
    const seen: unknown[] = [];
    const chunkIds = (await reader.readChunks(administrator, target.itemId, { from: 0, to: 9 })).map(
      (chunk) => chunk.id,
    );
    for (const mode of ['keyword', 'semantic', 'hybrid'] as const) {
      for (const knowledgeBaseIds of [undefined, [target.base]]) {
        for (const filter of [{}, { itemIds: [target.itemId] }, { metadata: { code: 'falcon' } }]) {
          const hits = await reader.search({
            viewer,
            query: 'falcon project start',
            mode,
            topK: 10,
            neighbours: 2,
            filter,
            ...(knowledgeBaseIds ? { knowledgeBaseIds } : {}),
          });
          seen.push(hits.filter((hit) => hit.itemId === target.itemId || hit.title !== 'Public note'));
        }
      }
    }
    seen.push(await reader.searchItemsByName({ viewer, name: 'falcon', limit: 9 }));
    for (const unit of ['items', 'chunks'] as const) {
      seen.push(
        (await reader.count({ viewer, unit, knowledgeBaseIds: [target.base] })) || [],
        (await reader.count({ viewer, unit, contentQuery: 'falcon project' })) || [],
        (await reader.count({ viewer, unit, filter: { externalIds: ['falcon-1'] } })) || [],
      );
    }
    const listed = await reader.listItems({ viewer, limit: 50, knowledgeBaseIds: [target.base] });
    seen.push(listed.rows, listed.total || []);
    seen.push(
      (await reader.listItems({ viewer, limit: 50 })).rows.filter((item) => item.title !== 'Public note'),
    );
    seen.push((await reader.listKnowledgeBases(viewer)).filter((base) => base.name !== 'Open'));
    seen.push((await reader.getItem(viewer, target.itemId)) ?? []);
    seen.push((await reader.readItemText(viewer, target.itemId)) ?? []);
    seen.push((await reader.readItemText(viewer, target.itemId, { start: 0, end: 5 })) ?? []);
    seen.push(await reader.listTableParts(viewer, target.itemId));
    seen.push((await reader.readTablePart(viewer, target.itemId, 0)) ?? []);
    for (const chunkId of [...chunkIds, 'c0'])
      seen.push((await reader.readRevision(viewer, target.itemId, chunkId)) ?? []);
    seen.push(await reader.readChunks(viewer, target.itemId, { from: 0, to: 9 }));
    seen.push(await reader.readPage(viewer, target.itemId, 1));
    seen.push(await reader.readTops(viewer, [target.itemId]));
    seen.push(await reader.getChunks(viewer, chunkIds));
    seen.push(await reader.linksFrom(viewer, chunkIds));
    seen.push(await reader.linksTo(viewer, [target.itemId]));
    const publicChunks = await reader.search({ viewer, query: 'mention', mode: 'keyword', topK: 1 });
    seen.push(
      await reader.linksFrom(
        viewer,
        publicChunks.map((hit) => hit.id),
      ),
    );
    seen.push(await reader.itemsNamedIn(viewer, 'What does the Falcon plan say of OPS-9?'));
    seen.push(await reader.samples(viewer, { perKnowledgeBase: 5, knowledgeBaseIds: [target.base] }));
    // A reading method added later must be covered too.
    expect([...asked].sort()).toEqual(methodsOf(knowledge.reader));
    return JSON.stringify(seen.filter((part) => !Array.isArray(part) || part.length > 0));
  };

  describe('KB-5 a viewer without rights sees nothing on any path', () => {
    it('of a private knowledge base', async () => {
      const target = await make(accessOf('ann'));
      expect(await walk(viewerOf('eve', 'guest'), target)).toBe('[]');
      for (const viewer of [viewerOf('ann'), administrator]) {
        expect(await walk(viewer, target)).toContain('falcon');
      }
    });

    it('of a private item in a public knowledge base', async () => {
      const target = await make(accessOf('bob', 'public'), accessOf('ann'));
      const seen = await walk(viewerOf('eve'), target);
      expect(seen.toLowerCase()).not.toContain('falcon p');
      expect(seen).not.toContain(SECRET);
      expect(await walk(viewerOf('ann'), target)).toContain(SECRET);
      const [base] = await knowledge.reader.listKnowledgeBases(viewerOf('eve'));
      expect(base).toMatchObject({ name: 'Falcon files', items: 0, chunks: 0 });
    });
  });

  describe('KB-5 what a viewer may not see shows in no number', () => {
    const eve = viewerOf('eve');
    const notes = [
      'The harbour committee met about the lighthouse and the winch.',
      'A winch is greased on Monday; the committee was told.',
      'Lighthouse keepers and their cats, in three short notes.',
    ];
    const queries = [
      'lighthouse committee',
      'winch',
      // A word in no text, one only in Ann's, and each of them mistyped.
      'zanzibar winch',
      'falconry winch',
      'falconrry winch',
      'comittee',
      'lighthuose keeper',
      'la commission du phare',
    ];

    /** Everything Eve gets: hits, their order and scores, and counts. */
    const told = async (): Promise<string> => {
      const seen: unknown[] = [];
      for (const query of queries)
        for (const mode of ['keyword', 'semantic', 'hybrid'] as const)
          for (const filter of [{}, { itemName: 'note' }])
            seen.push(
              (await knowledge.reader.search({ viewer: eve, query, mode, topK: 10, filter })).map(
                ({ title, ordinal, score, ranks, corrected }) => ({
                  query,
                  mode,
                  title,
                  ordinal,
                  score,
                  ranks,
                  corrected,
                }),
              ),
            );
      for (const name of ['note', 'falconry', 'phare'])
        seen.push(
          (await knowledge.reader.searchItemsByName({ viewer: eve, name, limit: 9 })).map((one) => one.title),
        );
      for (const unit of ['items', 'chunks'] as const)
        for (const contentQuery of queries)
          seen.push(await knowledge.reader.count({ viewer: eve, unit, contentQuery }));
      seen.push(
        await knowledge.reader.listKnowledgeBases(eve),
        await knowledge.reader.samples(eve, { perKnowledgeBase: 9 }),
      );
      return JSON.stringify(seen, (key, value: unknown) => (key === 'updatedAt' ? '' : value));
    };

    it('neither in what is found nor in its order, scores, corrections and counts; not when it is deleted', async () => {
      const open = await knowledge.bases.create({ name: 'Open', access: accessOf('bob', 'public') });
      const secret = await knowledge.bases.create({ name: 'Secret', access: accessOf('ann') });
      for (const [place, text] of notes.entries())
        await knowledge.writer.putItem(
          await itemOf({
            knowledgeBaseId: open.id,
            title: `Note ${place}`,
            paragraphs: [text, `Page two of ${place}.`],
          }),
        );
      const before = await told();
      expect(before).toContain('Note 0');
      const hidden: string[] = [];
      for (const [place, base] of [secret.id, open.id, secret.id].entries()) {
        const paragraphs = Array.from({ length: 6 }, (_, part) =>
          place === 2
            ? `La commission du phare et le treuil du port se sont réunies, partie ${part} de la note.`
            : `Falconry and the winch of the lighthouse: the committee, the committee, part ${part} of ${place}.`,
        );
        const { itemId } = await knowledge.writer.putItem(
          await itemOf({
            knowledgeBaseId: base,
            title: place === 2 ? 'La note du phare' : `Note on falconry ${place}`,
            paragraphs,
            language: place === 2 ? 'fr' : 'en',
            // In the open base, with its own rule.
            access: accessOf('ann'),
          }),
        );
        hidden.push(itemId);
        expect(await told()).toBe(before);
      }
      // Ann's searches fill the caches; Eve gets the same as before.
      for (const query of queries)
        await knowledge.reader.search({ viewer: viewerOf('ann'), query, mode: 'hybrid', topK: 10 });
      expect(await told()).toBe(before);
      // Once shared, she sees it; once withdrawn and deleted, nothing of it is left.
      await knowledge.writer.setItemAccess({ itemId: hidden[0]!, access: accessOf('ann', 'public') });
      expect(await told()).not.toBe(before);
      await knowledge.writer.setItemAccess({ itemId: hidden[0]!, access: accessOf('ann') });
      expect(await told()).toBe(before);
      await knowledge.writer.setItemAccess({ itemId: hidden[1]!, access: accessOf('ann', 'public') });
      for (const itemId of hidden) await knowledge.writer.removeItem({ itemId });
      expect(await told()).toBe(before);
    });
  });

  describe('KB-5 sharing', () => {
    const shared: AccessRule = {
      visibility: 'shared',
      ownerId: 'ann',
      sharedWithUsers: ['eve'],
      sharedWithRoles: ['staff'],
    };

    it('with users and roles, for a knowledge base and for an item of its own', async () => {
      for (const target of [await make(shared), await make(accessOf('ann'), shared)]) {
        for (const viewer of [viewerOf('eve'), viewerOf('mia', 'staff'), viewerOf('ann')])
          expect(await knowledge.reader.readItemText(viewer, target.itemId)).toContain(SECRET);
        for (const viewer of [viewerOf('staff'), viewerOf('mia', 'eve'), viewerOf('mia', 'user:eve')])
          expect(await knowledge.reader.readItemText(viewer, target.itemId)).toBeNull();
      }
    });

    it('ends for everybody at once when the rule changes, in searches already made too', async () => {
      const target = await make(shared);
      expect(await walk(viewerOf('eve'), target)).toContain(SECRET);
      await knowledge.bases.update(target.base, { access: accessOf('ann') });
      expect(await walk(viewerOf('eve'), target)).toBe('[]');
      await knowledge.writer.setItemAccess({ itemId: target.itemId, access: shared });
      expect(await knowledge.reader.readItemText(viewerOf('eve'), target.itemId)).toContain(SECRET);
      await knowledge.writer.setItemAccess({ itemId: target.itemId, access: null });
      expect(await walk(viewerOf('eve'), target)).toBe('[]');
    });

    it('treats an id of somebody else exactly as one that does not exist', async () => {
      const target = await make(accessOf('ann'));
      const eve = viewerOf('eve');
      for (const itemId of [target.itemId, 'no-such-item']) {
        expect(await knowledge.reader.getItem(eve, itemId)).toBeNull();
        expect(await knowledge.reader.readChunks(eve, itemId, { from: 0, to: 1 })).toEqual([]);
        expect(
          await knowledge.reader.count({ viewer: eve, unit: 'items', filter: { itemIds: [itemId] } }),
        ).toBe(0);
      }
    });
  });
}
