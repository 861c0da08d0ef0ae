import { describe, expect, it } from 'vitest';
import { itemGuide } from './item-guide.js';

const text = [
  '# Harbour rules',
  '',
  '## Fees',
  '',
  'The mooring fee is 40 crowns a night for every vessel of less than twelve metres.',
  '',
  '## Empty',
  '',
  '## Fires',
  '',
  'No fires are lit on the pier after dusk, and 12% of the fines go to the watch of the harbour.',
].join('\n');

describe('WEB-10 what a document tells about itself', async () => {
  const guide = await itemGuide({
    title: 'Harbour rules',
    text,
    chunks: [
      { span: { start: 0, end: 60 }, page: 1 },
      { span: { start: 60, end: text.length }, page: 2 },
    ],
  });

  it('has its headings in order, each with its place', () => {
    expect(guide.outline.map(({ title, level }) => [title, level])).toEqual([
      ['Harbour rules', 1],
      ['Fees', 2],
      ['Empty', 2],
      ['Fires', 2],
    ]);
    expect(guide.outline.map(({ page }) => page)).toEqual([1, 1, 2, 2]);
    for (const { title, start } of guide.outline)
      expect(text.slice(start)).toMatch(new RegExp(`^#+ ${title}`));
  });

  it('asks of a table what can be computed from it', async () => {
    const rows = [
      'Bay 1 | 120 | 1950 | 7',
      'Bay 2 | 95 | 1987 | 8',
      'Narwhal deep | 1450 | 2021 | 9',
      '| | 1990 |',
    ];
    const head = 'Bay | Depth in metres | Surveyed | Sheet no.\n--- | --- | --- | ---\n';
    expect(
      (await itemGuide({ title: 'depths', text: head + rows.slice(0, 3).join('\n'), chunks: [] })).topics,
    ).toEqual([
      'Which bay has the highest depth in metres?',
      'What is the average depth in metres?',
      'What is the depth in metres of Bay 2?',
    ]);
    // No questions without names for the rows, without amounts, or in another language.
    for (const other of [
      head + rows.join('\n'),
      head.replace('Depth in metres', 'Survey id') + rows.slice(0, 3).join('\n'),
      head.replace('Depth in metres', 'Höhe über Null') + rows.slice(0, 3).join('\n'),
    ])
      expect((await itemGuide({ title: 'depths', text: other, chunks: [] })).topics.join()).not.toContain(
        'average',
      );
  });

  it('asks about the rows of a table, which has no headings', async () => {
    const table = '| Item | Price |\n| --- | --- |\n| Bolt M4 | 0.12 |\n| 17 | 3 |\n| Nut M4 | 0.08 |\n';
    const { topics } = await itemGuide({ title: 'Prices', text: table, chunks: [] });
    expect(topics).toEqual(['Bolt M4', 'Nut M4']);
  });

  it('asks only about headings under which something is said', () => {
    expect(guide.topics).toEqual(['Fees', 'Fires', 'How much is the mooring fee?']);
  });

  it('asks what the sentences answer where there are no headings', async () => {
    const letter =
      'Dear members,\n\nthe committee has met. The yearly fee is 45 euros. The boathouse was painted in May 2025.\n\nThe slipway is 24 metres long.\n';
    const { topics } = await itemGuide({ title: 'Letter', text: letter, chunks: [] });
    expect(topics).toEqual([
      'How much is the yearly fee?',
      'When was the boathouse painted?',
      'How long is the slipway?',
    ]);
  });

  it('finds figures, each with its sentence at its place', () => {
    expect(guide.figures.map(({ value }) => value)).toEqual(['40 crowns', '12%']);
    for (const { sentence, start } of guide.figures)
      expect(text.slice(start).startsWith(sentence)).toBe(true);
  });

  it('keeps a number with a fraction whole, and the sentence around it', async () => {
    const sentence = 'Crew earn 2.5 days of paid leave for every week at sea.';
    const { figures } = await itemGuide({ title: 'Pay', text: `# Pay\n\n${sentence}\n`, chunks: [] });
    expect(figures).toEqual([{ value: '2.5 days', sentence, start: 7 }]);
  });
});
