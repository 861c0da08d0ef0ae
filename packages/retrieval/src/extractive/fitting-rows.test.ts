import { describe, expect, it } from 'vitest';
import { rowsByFit } from './fitting-rows.js';

const table = (document: number, columns: string, rows: readonly string[]) =>
  rows.map((text) => ({ text, columns, heading: '', document }));
const rows = [
  ...table(1, 'Age | List | Minutes a day', ['6 to 7 years | Red | 10', '8 to 9 years | Blue | 15']),
  ...table(2, 'Product | Crop | Days', ['Calvor | Wheat | 35', 'Benzil | Potatoes | 14']),
  ...table(3, 'Date | Duty | Yard', [
    '2026-04-13 | Morning | North yard',
    '2026-04-13 | Noon | North yard',
    '2026-04-14 | Noon | North yard',
  ]),
  ...table(4, 'Weight (kg) | Rope', ['under 50 | 8 mm', '50 to 90 | 10 mm', 'over 90 | 12 mm']),
  ...table(5, 'Berth no. | Depth', ['3 | 7 m', '4 | 9 m', '5 | 4 m']),
  ...table(6, 'Part | Cover', ['Hull, port side | 30', 'Hull, starboard side | 27']),
  ...table(7, 'Berth | Fault | Points', [
    'Quay A | Loose ring | 9',
    'Quay B | Rusty ladder | 12',
    'Quay C | Dark lamp | 10',
  ]),
  ...table(8, 'Berth | Depth', ['1 | 5 m', '2 | 6 m', '3 | 8 m']),
  { text: 'Pupils read aloud.', columns: undefined, heading: '', document: 1 },
];
/** The remaining rows of the table that the question is about. */
const left = (question: string, document: number) =>
  rowsByFit(question, rows)
    .rows.filter((row) => row.document === document && row.columns !== undefined)
    .map(({ text }) => text);

describe('MOD-2 rows that a question rules out', () => {
  it.each<[string, number, string[]]>([
    ['Which list is for a 9-year-old?', 1, ['8 to 9 years | Blue | 15']],
    ['How long does a pupil of 7 years read?', 1, ['6 to 7 years | Red | 10']],
    ['How many days for Benzil?', 2, ['Benzil | Potatoes | 14']],
    ['Who is on duty on 14 April?', 3, ['2026-04-14 | Noon | North yard']],
    ['Who has the noon duty on 13 April 2026?', 3, ['2026-04-13 | Noon | North yard']],
    ['Which rope for a load of 70 kg?', 4, ['50 to 90 | 10 mm']],
    ['Which rope for a load of 95 kg?', 4, ['over 90 | 12 mm']],
    ['How deep is berth 4?', 5, ['4 | 9 m']],
    ["What cover has the hull's port side?", 6, ['Hull, port side | 30']],
    ['Which faults have 10 points or more?', 7, ['Quay B | Rusty ladder | 12', 'Quay C | Dark lamp | 10']],
    [
      'Which faults have fewer points than 10?',
      7,
      ['Quay A | Loose ring | 9', 'Quay B | Rusty ladder | 12', 'Quay C | Dark lamp | 10'],
    ],
    ['How many faults have more than 10 points?', 7, ['Quay B | Rusty ladder | 12']],
    ['How deep is the second inner berth?', 8, ['2 | 6 m']],
    ['How deep are berths 3 and 4?', 5, ['3 | 7 m', '4 | 9 m']],
  ])('%s', (question, document, expected) => {
    expect(left(question, document)).toEqual(expected);
  });

  it.each<[string, number]>([
    ['Which list is for a child of 3 years?', 1],
    ['Which products other than Benzil are there?', 2],
    ['How many days for Calvor and Benzil?', 2],
    ['Who is on duty on 14 April 2025?', 3],
    ['Which rope is for 70 m?', 4],
    ['How deep are berths 3 to 5?', 5],
    ['Which berths are deeper than berth 4?', 5],
    ['How deep is berth 9?', 5],
    ['Which berth is 4 m deep?', 5],
  ])('rules nothing out: %s', (question, document) => {
    expect(left(question, document)).toEqual(
      rows.filter((row) => row.document === document && row.columns !== undefined).map(({ text }) => text),
    );
  });

  it('leaves sentences and other tables alone', () => {
    const found = rowsByFit('How many days for Benzil?', rows).rows;
    expect(found).toHaveLength(rows.length - 1);
  });
});

it('says which rows were selected by something that was checked', () => {
  const selected = (question: string) => [...rowsByFit(question, rows).selected].map(({ text }) => text);
  expect(selected('Who is on duty on 14 April?')).toEqual(['2026-04-14 | Noon | North yard']);
  expect(selected('Who has the north yard?')).toHaveLength(3);
  expect(selected('Who has the night duty?')).toEqual([]);
});
