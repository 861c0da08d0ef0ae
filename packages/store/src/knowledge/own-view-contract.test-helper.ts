import type { AccessRule } from '@ibid/retrieval/internal';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ContractSettings, OpenForContract } from './contract-base.test-helper.js';
import { accessOf, itemOf, viewerOf, wordEmbedder } from './contract-kit.test-helper.js';
import { openKnowledge } from './open-knowledge.js';
import type { Knowledge } from './open-knowledge.js';

const eve = viewerOf('eve');
/** Some of these words are one or two mistakes apart: someone else's word could be taken for what Eve mistyped. */
const WORDS = 'lighthouse lightship winch wrench committee commuter harbour arbour falcon galleon'.split(' ');
const QUERIES = [
  'lighthouse committee',
  'winch of the harbour',
  'falcon galleon',
  // Mistyped, or correct but only in documents that she may not see.
  'lighthuose',
  'comittee wrnch',
  'harbuor falcn commutter',
  'ligthshpi',
];
const RULES: Record<string, AccessRule> = {
  private: accessOf('ann'),
  public: accessOf('ann', 'public'),
  shared: { visibility: 'shared', ownerId: 'ann', sharedWithUsers: ['eve'], sharedWithRoles: [] },
};

const rule = fc.constantFrom(...Object.keys(RULES));
const item = fc.integer({ min: 0, max: 6 });
const paragraph = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
  .map((words) => `${words.join(' ')}.`);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      item,
      base: fc.integer({ min: 0, max: 1 }),
      rule: fc.option(rule),
      paragraphs: fc.array(paragraph, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), item }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('warm' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('setItemAccess' as const), item, rule: fc.option(rule) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('setBaseAccess' as const),
      base: fc.integer({ min: 0, max: 1 }),
      rule,
    }),
  },
);

interface KeptItem {
  id: string;
  base: number;
  rule: string | null;
  paragraphs: string[];
}

async function told(knowledge: Knowledge): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (const query of QUERIES)
    for (const mode of ['keyword', 'semantic', 'hybrid'] as const) {
      const hits = await knowledge.reader.search({ viewer: eve, query, mode, topK: 8 });
      const round = (value: number) => Number(value.toFixed(5));
      seen.push({
        query,
        mode,
        hits: hits.map(({ title, ordinal, score, ranks, corrected }) => ({
          title,
          ordinal,
          score: round(score),
          ranks: [ranks.keyword, ranks.semantic].map((side) => side && [side.rank, round(side.score)]),
          corrected,
        })),
      });
    }
  return seen;
}

/**
 * KB-5: whatever was written, shared, withdrawn and deleted before, and whoever searched before, a search returns the
 * same as in a database that never contained anything but what the viewer may see.
 */
export function ownViewContract(
  open: OpenForContract,
  openAlone: OpenForContract,
  settings: ContractSettings = {},
  numRuns = 4,
): void {
  it('KB-5 finds, weighs and corrects as if there were nothing else than what the viewer may see', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
        const database = await open();
        const options = { database, embedder: wordEmbedder, ...settings };
        // The second acts as another process: it learns of changes only through the database.
        const both = [await openKnowledge(options), await openKnowledge(options)];
        const [knowledge] = both as [Knowledge, Knowledge];
        try {
          const bases: { id: string; rule: string }[] = [];
          for (const name of ['private', 'public'])
            bases.push({
              id: (await knowledge.bases.create({ name, access: RULES[name]! })).id,
              rule: name,
            });
          /** Ordered by last write. */
          const kept = new Map<number, KeptItem>();
          for (const [place, one] of steps.entries()) {
            await apply(one, { knowledge, bases, kept });
            // Everybody's searches fill the caches.
            for (const asked of both) {
              const query = QUERIES[place % QUERIES.length]!;
              for (const viewer of [viewerOf('ann'), eve])
                await asked.reader.search({ viewer, query, mode: 'hybrid', topK: 8 });
            }
          }
          const visible = [...kept.entries()].filter(
            ([, { rule: own, base }]) => (own ?? bases[base]!.rule) !== 'private',
          );
          const expected = await toldAlone(visible);
          for (const asked of both) expect(await told(asked)).toEqual(expected);
        } finally {
          for (const one of both) await one.close();
          await database.close();
        }
      }),
      { numRuns },
    );
  });

  /** What a database with only these items returns. */
  async function toldAlone(visible: [number, KeptItem][]): Promise<unknown[]> {
    const database = await openAlone();
    const knowledge = await openKnowledge({ database, embedder: wordEmbedder, ...settings });
    try {
      const base = await knowledge.bases.create({ name: 'Alone', access: RULES['shared']! });
      for (const [number, { paragraphs }] of visible)
        await knowledge.writer.putItem(
          await itemOf({ knowledgeBaseId: base.id, title: `Note ${number}`, paragraphs }),
        );
      return await told(knowledge);
    } finally {
      await knowledge.close();
      await database.close();
    }
  }
}

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function apply(
  one: Step,
  at: { knowledge: Knowledge; bases: { id: string; rule: string }[]; kept: Map<number, KeptItem> },
): Promise<void> {
  const { knowledge, bases, kept } = at;
  // Like a starting server: packs pending chunks.
  if (one.do === 'warm') return knowledge.warm();
  if (one.do === 'setBaseAccess') {
    bases[one.base]!.rule = one.rule;
    await knowledge.bases.update(bases[one.base]!.id, { access: RULES[one.rule]! });
    return;
  }
  const known = kept.get(one.item);
  if (one.do === 'put') {
    // A document stays in its knowledge base; the same one in another base is a different item.
    if (known && known.base !== one.base) return;
    const { itemId } = await knowledge.writer.putItem(
      await itemOf({
        knowledgeBaseId: bases[one.base]!.id,
        title: `Note ${one.item}`,
        externalId: `${one.item}`,
        paragraphs: one.paragraphs,
        access: one.rule === null ? null : RULES[one.rule]!,
      }),
    );
    kept.delete(one.item);
    kept.set(one.item, { id: itemId, base: one.base, rule: one.rule, paragraphs: one.paragraphs });
  } else if (known && one.do === 'remove') {
    await knowledge.writer.removeItem({ itemId: known.id });
    kept.delete(one.item);
  } else if (known && one.do === 'setItemAccess') {
    await knowledge.writer.setItemAccess({
      itemId: known.id,
      access: one.rule === null ? null : RULES[one.rule]!,
    });
    known.rule = one.rule;
  }
}
