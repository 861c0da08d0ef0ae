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
    // Of something else, or told already.
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
    expect(
      await differ(
        ['Board, January', 'Nora Lindt will apply again in June.'],
        ['Board, February', 'Nora Lindt decides by the end of February.'],
      ),
    ).toEqual([]);
  });
});
