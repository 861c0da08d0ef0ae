import type { ToolContext } from '@ibid/core';
import { scriptedModel } from '@ibid/core/testing';
import { readAllTool, ScopedKnowledge } from '@ibid/retrieval/internal';
import type { WholeReader } from '@ibid/retrieval/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../database/open-database.js';
import type { OpenDatabase } from '../database/open-database.js';
import { accessOf, itemOf, viewerOf } from '../knowledge/contract-kit.test-helper.js';
import { openKnowledge } from '../knowledge/open-knowledge.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';

let database: OpenDatabase;
let knowledge: Knowledge;
let base: string;

const SECTIONS = ['Fees', 'Pilots', 'Currents', 'Berths'];

beforeAll(async () => {
  database = await openDatabase({ folder: ':memory:' });
  knowledge = await openKnowledge({ database, embedder: null });
  base = (await knowledge.bases.create({ name: 'Harbour papers', access: accessOf('ann') })).id;
  for (const title of ['Pilot manual', 'Crew list']) {
    const paragraphs = SECTIONS.flatMap((section, place) => [
      `The ${section.toLowerCase()} of the harbour are settled by the harbour master each year in rule ${place + 1} of ${title}.`,
      `A remark follows here that says little of any use. The narwhal channel has ${section.toLowerCase()} too.`,
    ]);
    const request = await itemOf({ knowledgeBaseId: base, title, paragraphs, embedder: null });
    const chunks = request.chunks.map((chunk) => ({
      ...chunk,
      headingPath: [title, SECTIONS[Math.floor(chunk.ordinal / 2)] ?? ''],
    }));
    await knowledge.writer.putItem({ ...request, chunks });
  }
});
afterAll(async () => {
  await knowledge.close();
  await database.close();
});

const scoped = (
  viewer = viewerOf('ann'),
  scope: { knowledgeBaseIds: string[]; itemIds: string[] } | null = null,
) => new ScopedKnowledge({ store: knowledge.reader, viewer, scope });

const context = (progress: string[] = []) =>
  ({
    signal: new AbortController().signal,
    progress: (words: string) => progress.push(words),
    callId: 'c',
    conversationId: 'k',
    conversationTokens: 1_000,
  }) as unknown as ToolContext;

const readAll = (
  input: { question: string; documents?: string[]; knowledge_base?: string; mentions_of?: string },
  options: { reader?: WholeReader | null; mostParts?: number; in?: ScopedKnowledge } = {},
) => {
  const { reader = null, mostParts } = options;
  const tool = readAllTool({
    knowledge: options.in ?? scoped(),
    reader,
    ...(mostParts ? { mostParts } : {}),
  });
  return tool.execute(input, context());
};

describe('KB-13 reading all of a document', () => {
  it('reads every chunk in order, says how many, and gives a sentence of each section with its place', async () => {
    const { figures, chunks } = await readAll({ question: 'Summarise the Pilot manual' });
    expect(figures).toMatchObject({ read_all: '“Pilot manual”', parts_read: 8, parts_in_all: 8 });
    const points = figures?.['points'] as { document: string; place: string; text: string }[];
    expect(points.map(({ place }) => place.replace(/, page \d+$/u, ''))).toEqual(SECTIONS);
    expect(points.every(({ text }) => text.includes('harbour master'))).toBe(true);
    expect(chunks?.map(({ ordinal }) => ordinal)).toEqual([0, 2, 4, 6]);
  });

  it('finds every mention, in all documents where none is named', async () => {
    const question = 'List every mention of the narwhal channel';
    const { figures } = await readAll({ question });
    expect(figures).toMatchObject({ mentions: 8, parts_read: 16, parts_in_all: 16 });
    const one = await readAll({ question: `${question} in the Pilot manual.` });
    expect(one.figures).toMatchObject({ mentions: 4, read_all: '“Pilot manual”' });
    expect(
      (await readAll({ question: 'x', mentions_of: 'unicorn', documents: ['Crew list'] })).figures,
    ).toMatchObject({
      mentions: 0,
      parts_read: 8,
    });
  });

  it('takes a knowledge base by its name, what was preselected, or asks which', async () => {
    const all = await readAll({ question: 'Summarise the Harbour papers' });
    expect(all.figures).toMatchObject({ read_all: '2 documents', parts_read: 16 });
    const { rows } = await knowledge.reader.listItems({ viewer: viewerOf('ann'), limit: 9 });
    const only = scoped(viewerOf('ann'), { knowledgeBaseIds: [], itemIds: [rows[1]?.id ?? ''] });
    expect((await readAll({ question: 'Summarise it' }, { in: only })).figures).toMatchObject({
      read_all: '“Crew list”',
    });
    expect(await readAll({ question: 'Summarise it' })).toMatchObject({ isError: true });
  });

  it('finds one document by the words of its title, and gives more than one sentence of a short one', async () => {
    for (const day of ['8 September 2026', '13 October 2026'])
      await knowledge.writer.putItem(
        await itemOf({
          knowledgeBaseId: base,
          title: `Minutes of the committee, ${day}`,
          paragraphs: [
            `On ${day} the committee agreed on the new fee for small boats. The fee for small boats rises to 90 pounds.`,
            'The committee moved the Christmas supper to the boat house. Boats stay out of the water until March.',
            'Ines reports that the crane was inspected. The crane of the committee needs a new chain.',
          ],
          embedder: null,
        }),
      );
    const { figures } = await readAll({ question: 'Summarise the minutes of 13 October' });
    expect(figures).toMatchObject({ read_all: '“Minutes of the committee, 13 October 2026”' });
    const points = figures?.['points'] as { text: string }[];
    expect(points).toHaveLength(3);
    expect(points[0]?.text).toContain('13 October');
    const assembly = await itemOf({
      knowledgeBaseId: base,
      title: 'Annual assembly',
      name: 'protocol-2026-03-04.md',
      paragraphs: ['The assembly elected Ann. Ben keeps the keys.'],
      embedder: null,
    });
    await knowledge.writer.putItem(assembly);
    expect((await readAll({ question: 'Sum up the protocol of 4 March' })).figures).toMatchObject({
      read_all: '“Annual assembly”',
    });
    // Two have these words, one has none of them.
    expect(await readAll({ question: 'Summarise the minutes of the committee' })).toMatchObject({
      isError: true,
    });
    expect(await readAll({ question: 'Summarise the minutes of 4 May' })).toMatchObject({ isError: true });
  });

  it('KB-5 reads nothing that the person may not see', async () => {
    const asked = { question: 'Summarise the Pilot manual', documents: ['Pilot manual'] };
    expect(await readAll(asked, { in: scoped(viewerOf('ben')) })).toMatchObject({ isError: true });
    const byTitle = { question: 'Summarise the minutes of 13 October' };
    expect(await readAll(byTitle, { in: scoped(viewerOf('ben')) })).toMatchObject({ isError: true });
  });

  it('says how many of how many were read where there are too many', async () => {
    const { figures } = await readAll({ question: 'Summarise the Pilot manual' }, { mostParts: 3 });
    expect(figures).toMatchObject({ parts_read: 3, parts_in_all: 8 });
  });

  it('has a language model note stretch after stretch within its window, a bounded number of times', async () => {
    const seen: string[] = [];
    const model = scriptedModel([], { modelId: 'm', provider: 'p' });
    const reader: WholeReader = {
      contextWindow: 1_500,
      model: {
        ...model,
        doGenerate: (call) => {
          seen.push(JSON.stringify(call.prompt));
          const said = seen.length === 2 ? 'No list at all.' : `- Noted ${seen.length}.\n- nothing`;
          return scriptedModel([[{ text: said }]]).doGenerate(call);
        },
      },
    };
    const long = await itemOf({
      knowledgeBaseId: base,
      title: 'Long log',
      paragraphs: Array.from({ length: 40 }, (_, day) => `Day ${day}: ${'wind and water '.repeat(40)}`),
      embedder: null,
    });
    const { itemId } = await knowledge.writer.putItem(long);
    const { figures, usage } = await readAll({ question: 'Summarise it', documents: [itemId] }, { reader });
    // A stretch of 600 tokens holds four days of about 120; the number of calls stays within the limit.
    expect(seen.length).toBeLessThanOrEqual(16);
    expect(figures?.['parts_read']).toBe(40);
    expect(figures?.['parts_read_by_model']).toBe(40 - 4);
    expect(figures?.['notes']).toHaveLength(seen.length - 1);
    expect(usage?.inputTokens).toBeGreaterThan(0);
    expect(seen[0]).toContain('Stretch 1 of');
    await knowledge.writer.removeItem({ itemId });
  });
});
