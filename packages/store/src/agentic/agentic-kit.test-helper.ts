import { analyseText, extractiveModel, runRetrieval, ScopedKnowledge } from '@ibid/retrieval/internal';
import type { RunRetrievalOptions, RetrievalScope, Viewer } from '@ibid/retrieval/internal';
import { openDatabase } from '../database/open-database.js';
import { accessOf, itemOf, viewerOf, wordEmbedder } from '../knowledge/contract-kit.test-helper.js';
import { openKnowledge } from '../knowledge/open-knowledge.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';

export const ann = viewerOf('ann');

/** A real knowledge base in memory for tests of agentic retrieval; without vectors for keyword-only tests. */
export async function openTestKnowledge(options: { vectors?: boolean } = {}) {
  const embedder = options.vectors === false ? null : wordEmbedder;
  const database = await openDatabase({ folder: ':memory:' });
  const knowledge = await openKnowledge({ database, embedder });
  const makeBase = async (name: string, owner = 'ann') =>
    (await knowledge.bases.create({ name, access: accessOf(owner) })).id;
  const put = async (knowledgeBaseId: string, title: string, ...paragraphs: string[]) =>
    (await knowledge.writer.putItem(await itemOf({ knowledgeBaseId, title, paragraphs, embedder }))).itemId;
  return {
    database,
    knowledge,
    makeBase,
    put,
    close: async () => {
      await knowledge.close();
      await database.close();
    },
  };
}

export const builtIn = () =>
  extractiveModel({ terms: (text) => analyseText({ text, language: 'en' }), createId: counter('call') });

function counter(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}-${(count += 1)}`;
}

/** Pauses between retries end at once; the time limit of a run never expires. */
export const hastyClock = {
  now: () => 0,
  after: (milliseconds: number, callback: () => void) => {
    if (milliseconds < 60_000) queueMicrotask(callback);
    return () => undefined;
  },
  yield: () => Promise.resolve(),
};

/** A run with defaults for what a test does not care about; the clock counts its readings. */
export function retrieve(
  knowledge: Knowledge,
  options: Partial<RunRetrievalOptions> & {
    question: string;
    viewer?: Viewer;
    scope?: RetrievalScope | null;
  },
) {
  const { viewer = ann, scope = null, ...rest } = options;
  let clock = 0;
  return runRetrieval({
    knowledge: new ScopedKnowledge({ store: knowledge.reader, viewer, scope }),
    models: { search: builtIn(), classify: null },
    conversationId: 'conversation',
    ownerId: viewer.userId,
    instructions: [],
    rerank: null,
    dynamicTools: [],
    signal: new AbortController().signal,
    now: () => (clock += 1),
    onStep: () => undefined,
    clock: hastyClock,
    ...rest,
  });
}
