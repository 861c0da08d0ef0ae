import { describe, expect, it } from 'vitest';
import { findContradictions } from './find-contradictions.js';

async function differ(...documents: readonly [title: string, text: string][]) {
  const { found } = await findContradictions({
    chunks: documents.map(([title, text], place) => ({
      itemId: String(place),
      chunkId: '0',
      title,
      text,
      score: 1,
    })),
  });
  return found.map(({ sides, isOpen }) => [...sides.map(({ said }) => said).toSorted(), isOpen]);
}

describe('ANS-3 a text that names the figure it replaces', () => {
  it('contradicts the one that still has it', async () => {
    const roof: [string, string] = [
      'Vestry meeting, 4 May',
      'The north roof was mended in April at a cost of £3,210.',
    ];
    for (const said of [
      'Correction: mending the north roof cost £3,120, not £3,210.',
      'Mending the north roof cost not £3,210 but £3,120.',
    ])
      expect([said, await differ(roof, ['Vestry meeting, 8 June', said])]).toEqual([
        said,
        [['£3,120', '£3,210', false]],
      ]);
    expect(
      await differ(
        ['Ferry board, January', 'It was agreed to raise fares for bicycles by 5 per cent from 1 May.'],
        ['Ferry board, March', 'Fares for bicycles go up by 8 per cent instead of the 5 per cent agreed.'],
      ),
    ).toEqual([['5 per cent', '8 per cent', false]]);
    const post: [string, string] = [
      'Ferry board, January',
      'A third deckhand will be hired from 1 May to 30 September for 18 hours a week. The open day will be on 9 June 2026 at 14:00.',
    ];
    expect(
      await differ(post, [
        'Ferry board, January: correction',
        'The third deckhand will be hired for 22 hours a week, not 18.',
      ]),
    ).toEqual([['18 hours', '22 hours', false]]);
    expect(
      await differ(post, [
        'Ferry board, January: correction',
        'The open day takes place on 16 June 2026, not on 9 June 2026.',
      ]),
    ).toEqual([['16 June 2026', '9 June 2026', false]]);
    // About something else, or already corrected.
    for (const said of [
      'Correction: painting the gate cost £3,120, not £3,210.',
      'The north roof was mended by two people instead of three.',
    ])
      expect([said, await differ(roof, ['Vestry meeting, 8 June', said])]).toEqual([said, []]);
  });
});

describe('ANS-3 the same row in two documents', () => {
  const table = (row: string) =>
    `| Core | Pier | Depth (m) | Strength (MPa) | Density (kg/l) |\n|---|---|---|---|---|\n${row}`;

  it('disagrees in the one figure that differs', async () => {
    expect(
      await differ(
        ['Core report BK-31', table('| 24-0031 | North | 1.5 | 38.5 | 2.31 |')],
        ['Core report BK-31-A', table('| 24-0031 | North | 1.5 | 35.8* | 2.31 |')],
      ),
    ).toEqual([['35.8 MPa', '38.5 MPa', false]]);
    for (const row of [
      '| 24-0032 | North | 1.5 | 35.8 | 2.31 |',
      '| 24-0031 | North | 1.7 | 35.8 | 2.40 |',
      '| 24-0031 | North | 1.5 | 38.5 | 2.31 |',
    ])
      expect([
        row,
        await differ(
          ['Core report BK-31', table('| 24-0031 | North | 1.5 | 38.5 | 2.31 |')],
          ['Core report BK-31-A', table(row)],
        ),
      ]).toEqual([row, []]);
  });

  it('is of another time in a list of another year', async () => {
    const list = (price: string) => `| Item | Price |\n|---|---|\n| Guided tour of the tower | ${price} |`;
    expect(await differ(['Prices 2024', list('£12')], ['Prices 2025', list('£14')])).toEqual([]);
  });
});

describe('ANS-3 the day of a document, and two deeds of one person', () => {
  it('are not held against each other', async () => {
    expect(
      await differ(
        ['Survey S-4', 'Date of report: 24 February 2025'],
        ['Survey S-4-A', 'Date of this report: 17 March 2025'],
      ),
    ).toEqual([]);
    // The head of a letter, beside a contract and a row of a plan.
    for (const other of [
      'Date: 3 March 2014\nOwner: Tarn Ferry Company Limited\nTenant: Mrs Ida Holm',
      '| Month | Captain | Hours | Deckhand |\n|---|---|---|---|\n| July | Ada Finch | 24 | Jo Lund |',
    ])
      for (const head of [
        'Tarn Ferry Company Limited 20 March 2026',
        'From Ada Finch to Jo Lund, 28 May 2026',
      ])
        expect([
          head,
          await differ(['Berth at Tarn', other], ['Slip repair', `${head}\n\nDear Jo,`]),
        ]).toEqual([head, []]);
    expect(
      await differ(
        ['Board, January', 'Nora Lindt will apply again in June.'],
        ['Board, February', 'Nora Lindt decides by the end of February.'],
      ),
    ).toEqual([]);
  });
});

describe('ANS-3 a denial of something else in the same sentence', () => {
  it('does not turn what both say', async () => {
    const rule = 'Dogs may be taken aboard for no more than two crossings a day';
    expect(
      await differ(['Rules 2021', `${rule}.`], ['Rules 2024', `${rule}, and goats not at all.`]),
    ).toEqual([]);
    expect(
      await differ(
        ['Rules 2021', 'Dogs may be taken aboard the ferry.'],
        ['Rules 2024', 'Dogs may not be taken aboard the ferry.'],
      ),
    ).toHaveLength(1);
  });
});
