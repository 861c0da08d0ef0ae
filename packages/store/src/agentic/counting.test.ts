import { agenticContextSearch, defaultRetrievalSettings } from '@ibid/retrieval/internal';
import type { ToolContext } from '@ibid/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ann, builtIn, openTestKnowledge } from './agentic-kit.test-helper.js';
import { DynamicToolRepository } from './dynamic-tool-repository.js';

const THINGS = ['winch', 'anchor', 'sextant', 'rudder', 'compass', 'lantern', 'bilge', 'capstan'];
const KINDS = ['report', 'memo', 'ledger', 'survey'];
/**
 * Every combination of things is a different document; the answers follow from the numbers alone.
 * IBID_COUNTED_ITEMS=10000 runs the same test on the full base and takes half a minute.
 */
const ITEMS = Number(process.env['IBID_COUNTED_ITEMS'] ?? 500);
const thingsOf = (index: number) => THINGS.filter((_, bit) => (index >> bit) % 2 === 1);
const kindOf = (index: number) => KINDS[index % KINDS.length]!;

let kit: Awaited<ReturnType<typeof openTestKnowledge>>;
let base: string;

beforeAll(async () => {
  kit = await openTestKnowledge({ vectors: false });
  base = await kit.makeBase('Archive');
  for (let index = 0; index < ITEMS; index += 1) {
    const names = thingsOf(index).map((thing) => `The ${thing} was seen to.`);
    await kit.put(base, `${kindOf(index)} ${index}`, `Entry ${index}. ${names.join(' ')}`);
  }
});
afterAll(() => kit.close());

const context = (overrides: Partial<ToolContext> = {}): ToolContext => ({
  callId: 'call',
  turnId: 'turn',
  conversationId: 'conversation',
  signal: new AbortController().signal,
  progress: () => undefined,
  conversationTokens: 0,
  availableTokens: 8_000,
  history: [],
  ...overrides,
});

const tool = (settings: Partial<typeof defaultRetrievalSettings> = {}, viewer = ann) =>
  agenticContextSearch({
    store: kit.knowledge.reader,
    viewer,
    settings: { ...defaultRetrievalSettings, ...settings },
    models: { search: builtIn(), classify: null },
    dynamicTools: new DynamicToolRepository({ db: kit.database.db }),
    now: () => Date.parse('2026-01-01T00:00:00Z'),
  });

const ABOUT_ONE = [
  (thing: string) => `How many documents mention the ${thing}?`,
  (thing: string) => `How many files contain "${thing}"?`,
  (thing: string) => `What is the number of documents that mention the ${thing}?`,
  (thing: string) => `How many items refer to the ${thing}?`,
  (thing: string) => `Wie viele Dokumente erwähnen ${thing}?`,
  (thing: string) => `Combien de documents mentionnent ${thing} ?`,
  (thing: string) => `¿Cuántos documentos mencionan ${thing}?`,
  (thing: string) => `Quanti documenti menzionano ${thing}?`,
  (thing: string) => `List all documents that mention the ${thing}`,
  (thing: string) => `Which documents mention the ${thing}?`,
  (thing: string) => `Show me all documents that contain "${thing}"`,
  (thing: string) => `Welche Dokumente erwähnen ${thing}?`,
];
const pairs = THINGS.flatMap((first, place) =>
  THINGS.slice(place + 1).map((second) => [first, second] as const),
);
const questions = [
  ...THINGS.flatMap((thing) =>
    ABOUT_ONE.map((ask) => ({
      question: ask(thing),
      counts: (index: number) => thingsOf(index).includes(thing),
    })),
  ),
  ...pairs.flatMap(([first, second]) =>
    [
      `How many documents mention the ${first} and the ${second}?`,
      `How many files contain "${second} ${first}"?`,
      `List all documents that mention the ${second} and the ${first}`,
    ].map((question) => ({
      question,
      counts: (index: number) => thingsOf(index).includes(first) && thingsOf(index).includes(second),
    })),
  ),
  ...KINDS.flatMap((kind) =>
    [
      `How many documents are named ${kind}?`,
      `How many documents have ${kind} in their title?`,
      `How many files are called "${kind}"?`,
      `List all documents with ${kind} in their title`,
    ].map((question) => ({ question, counts: (index: number) => kindOf(index) === kind })),
  ),
  { question: 'How many documents are there?', counts: () => true },
  { question: 'How many items do we have in total?', counts: () => true },
  // The names tell the kind. That none is a contract is no reason to count all.
  { question: 'How many reports do we have?', counts: (index: number) => kindOf(index) === 'report' },
  { question: 'How many contracts does the company have?', counts: () => false },
  { question: 'Wie viele Dokumente gibt es?', counts: () => true },
  { question: '¿Cuántos documentos hay?', counts: () => true },
];

describe('AGR-3 counts and lists', () => {
  it(`are exact and cite what was counted, for ${questions.length} questions`, async () => {
    const wrong: string[] = [];
    for (const { question, counts } of questions) {
      const expected = Array.from({ length: ITEMS }, (_, index) => index).filter(counts).length;
      const outcome = await tool().execute({ query: question }, context());
      const counted = outcome.chunks?.filter((chunk) => chunk.title === outcome.figures?.['counted']) ?? [];
      const listed = counted.flatMap((chunk) =>
        (chunk.text ?? '').split('\n').filter((line) => /^\d+\. /u.test(line)),
      );
      if (outcome.figures?.['count'] !== expected || listed.length !== expected) {
        wrong.push(
          `${question}: ${JSON.stringify(outcome.figures)} instead of ${expected}, ${listed.length} listed`,
        );
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('AGR-7 settings', () => {
  it('a managed context refuses without a preselection', async () => {
    const outcome = await tool({ managedContext: true }).execute(
      { query: 'How many documents are there?' },
      context(),
    );
    expect(outcome).toMatchObject({ isError: true });
  });

  it('required preselection asks the person, with the bases as choices', async () => {
    const outcome = await tool({ requirePreselectedContexts: true }).execute({ query: 'x?' }, context());
    expect(outcome.question?.choices).toEqual([{ value: base, label: 'Archive', hint: `${ITEMS} items` }]);
  });

  it('a preselected item binds count and search', async () => {
    const [item] = await kit.knowledge.reader.searchItemsByName({ viewer: ann, name: 'memo 5', limit: 1 });
    const bound = tool({ preselected: [`${base}/${item!.id}`] });
    const counted = await bound.execute({ query: 'How many documents are there?' }, context());
    expect(counted.figures?.['count']).toBe(1);
    const found = await bound.execute({ query: 'What was seen to?' }, context());
    expect(new Set(found.chunks?.map((chunk) => chunk.itemId))).toEqual(new Set([item!.id]));
  });
});

describe('AGR-4 dynamic tools', () => {
  it('outlive the run for their owner and conversation only, until their time is over', async () => {
    const longer = await kit.makeBase('Long');
    await kit.put(longer, 'Long log', ...Array.from({ length: 70 }, (_, index) => `Storm day ${index}.`));
    await tool({ preselected: [longer] }).execute({ query: 'What happened on Storm day 3?' }, context());
    const repository = new DynamicToolRepository({ db: kit.database.db });
    const list = (conversationId: string, ownerId: string, now: string) =>
      repository.list({ conversationId, ownerId, now, limit: 10 });
    const kept = await list('conversation', 'ann', '2026-01-02T00:00:00Z');
    expect(kept.map((record) => record.title)).toContain('Long log');
    expect(await list('conversation', 'eve', '2026-01-02T00:00:00Z')).toEqual([]);
    expect(await list('other', 'ann', '2026-01-02T00:00:00Z')).toEqual([]);
    expect(await list('conversation', 'ann', '2027-01-02T00:00:00Z')).toEqual([]);
    expect(await repository.removeExpired('2027-01-02T00:00:00Z')).toBe(kept.length);
  });
});
