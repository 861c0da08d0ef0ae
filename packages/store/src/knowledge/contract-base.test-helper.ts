import { afterEach, beforeEach } from 'vitest';
import type { OpenDatabase } from '../database/open-database.js';
import { accessOf, itemOf, viewerOf, wordEmbedder } from './contract-kit.test-helper.js';
import type { Knowledge } from './open-knowledge.js';
import { openKnowledge } from './open-knowledge.js';

export type OpenForContract = () => Promise<OpenDatabase>;

export interface ContractSettings {
  blockChunks?: number;
}

/** Opens a database with one public knowledge base, recreated before each contract test. */
export function contractBase(open: OpenForContract, settings: ContractSettings) {
  const ann = viewerOf('ann');
  const bench = {
    ann,
    database: null as unknown as OpenDatabase,
    knowledge: null as unknown as Knowledge,
    base: '',
    put: async (options: Omit<Parameters<typeof itemOf>[0], 'knowledgeBaseId'> & { in?: string }) =>
      bench.knowledge.writer.putItem(await itemOf({ knowledgeBaseId: options.in ?? bench.base, ...options })),
    titles: async (query: string, mode: 'keyword' | 'semantic' | 'hybrid' = 'hybrid', topK = 10) =>
      (await bench.knowledge.reader.search({ viewer: ann, query, mode, topK })).map((hit) => hit.title),
  };
  beforeEach(async () => {
    bench.database = await open();
    bench.knowledge = await openKnowledge({ database: bench.database, embedder: wordEmbedder, ...settings });
    const access = accessOf('ann', 'public');
    bench.base = (await bench.knowledge.bases.create({ name: 'Docs', access })).id;
  });
  afterEach(async () => {
    await bench.knowledge.close();
    await bench.database.close();
  });
  return bench;
}
