import type { Embedder } from '@ibid/retrieval';
import { expect, it } from 'vitest';
import { openDatabase } from '../../database/open-database.js';
import { accessOf, itemOf, viewerOf, wordEmbedder } from '../contract-kit.test-helper.js';
import { openKnowledge } from '../open-knowledge.js';

it('KB-3 has everything in memory for the first search once it is warm', async () => {
  const database = await openDatabase({ folder: ':memory:' });
  let embedded = 0;
  const embedder: Embedder = {
    ...wordEmbedder,
    embed(texts, kind) {
      embedded += 1;
      return wordEmbedder.embed(texts, kind);
    },
  };
  const filled = await openKnowledge({ database, embedder, blockChunks: 8 });
  const { id } = await filled.bases.create({ name: 'Ship', access: accessOf('ann') });
  for (let place = 0; place < 20; place += 1)
    await filled.writer.putItem(
      await itemOf({
        knowledgeBaseId: id,
        title: `Log ${place}`,
        paragraphs: [`The rudder on day ${place}.`],
      }),
    );
  await filled.close();

  const asked: string[] = [];
  const db = new Proxy(database.db, {
    get(target, name) {
      if (name === 'executeQuery')
        return (query: Parameters<typeof target.executeQuery>[0]) => {
          asked.push('sql' in query ? query.sql : '');
          return target.executeQuery(query);
        };
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const knowledge = await openKnowledge({ database: { ...database, db }, embedder, blockChunks: 8 });
  const loads = () => asked.filter((statement) => /\b(?:directory|codes|words)\b/u.test(statement)).length;
  await knowledge.warm();
  const warm = loads();
  expect(warm).toBeGreaterThan(0);
  // A call of the embedder may cost money.
  expect(embedded).toBe(0);
  const request = { viewer: viewerOf('ann'), query: 'rudder', mode: 'hybrid', topK: 30 } as const;
  expect(await knowledge.reader.search(request)).toHaveLength(20);
  expect(loads()).toBe(warm);
  await knowledge.close();
  await database.close();
});
