import type { ToolContext } from '@ibid/core';
import { scriptedModel } from '@ibid/core/testing';
import {
  agenticContextSearch,
  conversationTools,
  createOpenUrlTool,
  defaultRetrievalSettings,
  retrieveContextTool,
  SampleCache,
  ScopedKnowledge,
} from '@ibid/retrieval/internal';
import type { RetrievalScope, Trajectory, Viewer } from '@ibid/retrieval/internal';
import { trajectoryMarkdown } from '@ibid/retrieval/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { itemOf, viewerOf } from '../knowledge/contract-kit.test-helper.js';
import { ann, builtIn, openTestKnowledge } from './agentic-kit.test-helper.js';
import { DynamicToolRepository } from './dynamic-tool-repository.js';

const ADDRESS = 'https://falcon.example/plan';
const eve = viewerOf('eve');
const NOW = Date.parse('2026-01-01T00:00:00Z');
let kit: Awaited<ReturnType<typeof openTestKnowledge>>;
let secret: { base: string; itemId: string };
let cache: SampleCache;

beforeEach(async () => {
  kit = await openTestKnowledge();
  cache = new SampleCache({ now: () => NOW });
  const base = await kit.makeBase('Falcon files');
  const paragraphs = Array.from(
    { length: 260 },
    (_, index) => `The falcon starts on day ${index}, says OPS-9.`,
  );
  const { itemId } = await kit.knowledge.writer.putItem(
    await itemOf({ knowledgeBaseId: base, title: 'Falcon plan', url: ADDRESS, paragraphs }),
  );
  secret = { base, itemId };
  const open = await kit.makeBase('Notes', 'eve');
  await kit.put(open, 'Note', 'Somebody mentions OPS-9 and a plan here.');
  const shared = {
    visibility: 'shared' as const,
    ownerId: 'ann',
    sharedWithUsers: ['eve'],
    sharedWithRoles: [],
  };
  await kit.knowledge.bases.update(secret.base, { access: shared });
});
afterEach(() => kit.close());

const withdraw = () =>
  kit.knowledge.bases.update(secret.base, {
    access: { visibility: 'private', ownerId: 'ann', sharedWithUsers: [], sharedWithRoles: [] },
  });

/**
 * Everything that searching can give a user, or a model on a user's behalf: each tool of the search agent by ids and by
 * names, what it streams, records and stores, the dynamic tools it creates, and the conversation's own tools.
 */
async function walk(viewer: Viewer, options: { scope?: RetrievalScope; conversationId?: string } = {}) {
  const { scope = null, conversationId = 'conversation' } = options;
  const seen: unknown[] = [];
  const context: ToolContext = {
    callId: 'call',
    turnId: 'turn',
    conversationId,
    signal: new AbortController().signal,
    progress: (...said) => void seen.push(said),
    conversationTokens: 0,
    availableTokens: 8_000,
    history: [],
  };
  const knowledge = new ScopedKnowledge({ store: kit.knowledge.reader, viewer, scope, sampleCache: cache });
  const dynamicTools = new DynamicToolRepository({ db: kit.database.db });
  const preselected = scope ? [...scope.knowledgeBaseIds, ...scope.itemIds.map((id) => `any/${id}`)] : [];
  const named = { knowledge_base: secret.base };
  const model = scriptedModel([
    [
      { call: 'search_content', input: { ...named, query: 'falcon' } },
      { call: 'search_content', input: { knowledge_base: 'Falcon files', query: 'falcon', mode: 'keyword' } },
      { call: 'search_items_by_name', input: { name: 'Falcon plan' } },
      { call: 'search_items_by_name', input: { name: 'plan', knowledge_bases: [secret.base] } },
      { call: 'count_items_or_chunks', input: { content_contains: 'starts' } },
      { call: 'count_items_or_chunks', input: { knowledge_bases: [secret.base], unit: 'chunks' } },
      { call: 'save_search_results', input: { ...named, query: 'falcon', file_name: 'all.txt' } },
    ],
    (request) => {
      seen.push(request);
      const offered = (request as { tools?: { name: string }[] }).tools ?? [];
      const reading = offered.filter((tool) => tool.name.startsWith('read_'));
      return [
        { call: 'search_shell', input: { command: 'grep -rhi day /results; ls -R /' } },
        ...reading.map((tool) => ({
          call: tool.name,
          input: tool.name.startsWith('read_page') ? { page: 2 } : { from: 4, count: 2 },
        })),
        { call: 'finish_retrieval', input: { reason: 'done' } },
      ];
    },
    ...Array.from({ length: 3 }, () => [{ call: 'finish_retrieval', input: { reason: 'done' } }]),
  ]);
  const trajectories: Trajectory[] = [];
  const tools = (search: typeof model | ReturnType<typeof builtIn>) =>
    agenticContextSearch({
      store: kit.knowledge.reader,
      viewer,
      settings: { ...defaultRetrievalSettings, preselected },
      // The classifier sees samples of the bases.
      models: {
        search,
        classify: scriptedModel(
          Array.from({ length: 4 }, () => (request) => {
            seen.push(request);
            return [{ text: '{"class":"exploratory"}' }];
          }),
        ),
      },
      dynamicTools,
      sampleCache: cache,
      now: () => NOW,
      onTrajectory: (_, trajectory) => trajectories.push(trajectory),
    });
  seen.push(await tools(model).execute({ query: 'Plan, start, day' }, context));
  for (const query of ['How many documents mention the start?', 'List all documents', 'What says OPS-9?'])
    seen.push(await tools(builtIn()).execute({ query }, context));
  seen.push(trajectories, trajectories.map(trajectoryMarkdown));
  const records = await dynamicTools.list({
    conversationId,
    ownerId: viewer.userId,
    now: new Date(NOW).toISOString(),
    limit: 20,
  });
  const later = await conversationTools({ records, knowledge });
  seen.push(later.map((tool) => [tool.name, tool.title, tool.description]));
  for (const tool of later) {
    seen.push(await tool.execute({ from: 1, count: 2 }, context), await tool.execute({ page: 1 }, context));
  }
  const simple = retrieveContextTool({ knowledge });
  seen.push(await simple.execute({ query: 'falcon starts' }, context));
  seen.push(await simple.execute({ query: 'starts', knowledge_bases: [secret.base] }, context));
  seen.push(await simple.execute({ query: 'starts', item_name: 'plan' }, context));
  seen.push(await createOpenUrlTool({ knowledge, web: null }).execute({ url: ADDRESS }, context));
  seen.push(await knowledge.samples(5), await knowledge.itemsNamedIn('Falcon plan'));
  seen.push(await knowledge.linksTo([secret.itemId]), await knowledge.knowledgeBases());
  return { text: JSON.stringify(seen), later };
}

/** Text found only in the secret, in any spelling. Words of the questions are not included. */
const SECRET = /falcon (?:plan|files)|falcon starts on day|on day \d|"count":260/iu;

describe('KB-5 no way of searching gives a person without rights anything', () => {
  it('while the same walk of one who has them finds it on the way', async () => {
    const { text, later } = await walk(ann);
    expect(text).toMatch(/Falcon plan/u);
    expect(text).toMatch(/falcon starts on day 3/iu);
    expect(text).toMatch(/"count":260/u);
    expect(later.length).toBeGreaterThan(0);
  });

  it('for one who never had them', async () => {
    const { text, later } = await walk(viewerOf('mallory'));
    // The record of the calls contains the requested names but nothing of the results.
    expect(withoutQuestions(text)).not.toMatch(SECRET);
    expect(later).toEqual([]);
  });

  it('from the moment they are withdrawn, in the same conversation, with tools and samples made before', async () => {
    const before = await walk(eve);
    expect(before.text).toMatch(/falcon starts on day 3/iu);
    expect(before.later.length).toBeGreaterThan(0);
    await withdraw();
    const after = await walk(eve);
    expect(withoutQuestions(after.text)).not.toMatch(SECRET);
    expect(after.later).toEqual([]);
    // A tool that a turn already holds is checked when called.
    for (const tool of before.later) {
      const context = { conversationId: 'conversation', availableTokens: 8_000 } as ToolContext;
      expect(await tool.execute({ from: 1, count: 2, page: 1 }, context)).toMatchObject({ isError: true });
    }
  });

  it('AGR-7 nor one who has them, outside of what was preselected', async () => {
    expect((await walk(ann)).later.length).toBeGreaterThan(0);
    const { text, later } = await walk(ann, { scope: { knowledgeBaseIds: [], itemIds: ['another'] } });
    expect(withoutQuestions(text)).not.toMatch(SECRET);
    expect(later).toEqual([]);
  });
});

/** Removes names that the test itself put into its calls. */
function withoutQuestions(text: string): string {
  return text
    .replaceAll(/\\*"(?:name|query|knowledge_base)\\*":\\*"[^"]*"/gu, '')
    .replaceAll(/There is no knowledge base [^.]*\./gu, '')
    .replaceAll('search_items_by_name “Falcon plan”', '')
    .replaceAll('search_content “falcon”', '');
}
