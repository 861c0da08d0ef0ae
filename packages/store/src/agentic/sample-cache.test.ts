import { SampleCache } from '@ibid/retrieval/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { viewerOf } from '../knowledge/contract-kit.test-helper.js';
import { ann, openTestKnowledge } from './agentic-kit.test-helper.js';

let kit: Awaited<ReturnType<typeof openTestKnowledge>>;
let base: string;
let time = 0;

beforeEach(async () => {
  kit = await openTestKnowledge();
  base = await kit.makeBase('Ships');
  for (const name of ['One', 'Two', 'Three']) await kit.put(base, name, `About ${name}.`);
  time = 0;
});
afterEach(() => kit.close());

const titles = async (cache: SampleCache, viewer = ann) =>
  (
    await cache.samples({
      store: kit.knowledge.reader,
      viewer,
      knowledgeBaseIds: [base],
      perKnowledgeBase: 2,
    })
  ).map((item) => item.title);

describe('AGR-6 samples', () => {
  it('are kept for their lifetime and read anew after it', async () => {
    const cache = new SampleCache({ now: () => time, lifetime: 1_000 });
    expect(await titles(cache)).toEqual(['One', 'Two']);
    const [first] = await kit.knowledge.reader.searchItemsByName({ viewer: ann, name: 'One', limit: 1 });
    await kit.knowledge.writer.removeItem({ itemId: first!.id });
    // Gone at once, although the other samples are still cached.
    expect(await titles(cache)).toEqual(['Two']);
    time = 1_001;
    expect(await titles(cache)).toEqual(['Two', 'Three']);
  });

  it('of one user never reach another', async () => {
    const cache = new SampleCache({ now: () => time });
    expect(await titles(cache)).toHaveLength(2);
    expect(await titles(cache, viewerOf('eve'))).toEqual([]);
    expect(await titles(cache, viewerOf('ann-2', 'crew'))).toEqual([]);
  });
});
