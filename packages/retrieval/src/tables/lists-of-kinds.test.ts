import { describe, expect, it } from 'vitest';
import { renderTable } from '../parse/render-table.js';
import { answerQuestion, missedRow } from './answer-from-tables.js';
import { documentTables } from './document-tables.js';

const SHEETS = [
  {
    title: 'hire-stock',
    rows: [
      ['Item no', 'Item', 'Case', 'Quantity', 'Maker'],
      ['L-1', 'LED panel 60 cm', 'K1', '14', 'Arvo'],
      ['L-2', 'LED spot 12 W', 'K1', '40', 'Lumex'],
      ['L-3', 'LED bar 1 m', 'K2', '9', 'Arvo'],
      ['L-4', 'Sealed-beam lamp', 'K2', '6', 'Lumex'],
      ['L-5', 'Dimmer pack', 'K3', '4', 'Arvo'],
      ['L-6', 'Safety cable 60 cm', 'K4', '80', 'Rigo'],
      ['L-7', 'Safety cable 1 m', 'K4', '35', 'Rigo'],
    ],
  },
  {
    title: 'nursery-2026',
    rows: [
      ['Code', 'Plant', 'Pot', 'Price €'],
      ['N1', 'Lavender', '1 l', '4.50'],
      ['N2', 'Lavender', '3 l', '9.80'],
      ['N3', 'Sage', '1 l', '3.90'],
    ],
  },
  {
    title: 'Wards in week 9',
    rows: [
      ['Shift', 'Desk', 'Round', 'Night'],
      ['Monday', 'Olsen', 'Amari', 'Quist'],
      ['Tuesday', 'Amari', 'Olsen', 'Brandt'],
      ['Wednesday', 'Quist', 'Olsen', 'Amari'],
      ['Thursday', 'Quist', 'Brandt', 'Brandt'],
    ],
  },
  {
    title: 'cheese-2026',
    rows: [
      ['No', 'Cheese', 'Size', 'Price €', 'Ripened (weeks)'],
      ['C1', 'Brisling', 'wheel', '88', '12'],
      ['C2', 'Brisling', 'wedge', '9', '12'],
      ['C3', 'Sorrel', 'wheel', '96', '30'],
      ['C4', 'Sorrel', 'wedge', '11', '30'],
      ['C5', 'Alder', 'wedge', '14', '18'],
    ],
  },
  {
    title: 'varnishes',
    rows: [
      ['Varnish', 'Tin', 'Alcohol %', 'Weight kg'],
      ['Hardglaze', '1 l', '12', '1.4'],
      ['Hardglaze', '5 l', '12', '6.5'],
      ['Softcoat', '1 l', '20', '1.2'],
    ],
  },
  {
    title: 'freight-tonnes-2026',
    rows: [
      ['Cargo', 'Berth', 'May', 'June'],
      ['Gravel', 'East', '410', '380'],
      ['Gravel', 'West', '120', '90'],
      ['Timber', 'East', '75', '81'],
    ],
  },
  {
    title: 'shop',
    rows: [
      ['Rope', 'Roll', 'Stock'],
      ['Jute', 'short', '12'],
      ['Jute', 'long', '5'],
      ['Nylon', 'short', '30'],
    ],
  },
  {
    title: 'fittings',
    rows: [
      ['Fitting', 'Used in', 'Supplier'],
      ['Hinge', 'Bath room', 'Kolb'],
      ['Hook', 'Dining room', 'Kolb'],
      ['Bolt', 'Dining room', 'Marr'],
      ['Knob', 'Attic', 'Marr'],
    ],
  },
];

const sheets = () =>
  Promise.all(
    SHEETS.map(async ({ title, rows }) => ({
      document: { id: title, title, name: `${title}.csv` },
      tables: await documentTables(`# ${title}\n\n${renderTable(rows)}`),
    })),
  );

const rowsFor = async (question: string) =>
  (await answerQuestion(question, await sheets()))?.result.rows ?? null;

describe('KB-12 lists of a kind that rows name in longer words', () => {
  const leds = [
    ['LED panel 60 cm', '14'],
    ['LED spot 12 W', '40'],
    ['LED bar 1 m', '9'],
  ];

  it('lists the rows that have the word, with the columns asked for', async () => {
    expect(await rowsFor('List all LED items with their quantities.')).toEqual(leds);
    expect(await rowsFor('List all LED with quantities')).toEqual(leds);
    expect(await rowsFor('List the safety cables with quantity and case.')).toEqual([
      ['Safety cable 60 cm', '80', 'K4'],
      ['Safety cable 1 m', '35', 'K4'],
    ]);
  });

  it('answers how many with the quantity of each kind', async () => {
    expect(await rowsFor('How many safety cables are there?')).toEqual([
      ['Safety cable 60 cm', '80'],
      ['Safety cable 1 m', '35'],
    ]);
  });

  it('lists every row with a column that belongs to it', async () => {
    expect(await rowsFor('List all plants with their prices.')).toEqual([
      ['N1', 'Lavender', '1 l', '4.50'],
      ['N2', 'Lavender', '3 l', '9.80'],
      ['N3', 'Sage', '1 l', '3.90'],
    ]);
  });

  it('does not take what rows are for, or where they are, for what they are', async () => {
    expect(await rowsFor('Which rooms does Kolb make?')).toBeNull();
    expect(await rowsFor('How many rooms are there?')).toBeNull();
  });

  it('finds a name in whatever column it is, unless one is asked for', async () => {
    const shifts = (rows: string[][] | null) => rows?.map(([shift]) => shift);
    expect(shifts(await rowsFor('On which shifts does Amari work?'))).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
    ]);
    expect(shifts(await rowsFor('On which shifts does Amari work at the desk?'))).toEqual(['Tuesday']);
  });

  it('says which row there is not, if a table has everything asked for but in no row together', async () => {
    const missed = async (question: string) => (await missedRow(question, await sheets()))?.sought ?? null;
    expect(await missed('Which LED spot 12 W is in case K4?')).toBe('Item = LED spot 12 W and Case = K4');
    expect(await missed('Which LED spot 12 W is in case K1?')).toBeNull();
    expect(await missed('How much is a wheel of Alder?')).toBe('Size = wheel and Cheese = Alder');
    expect(await missed('How much is a wheel of Sorrel?')).toBeNull();
    expect(await rowsFor('How much is a wheel of Sorrel?')).toEqual([['C3', 'Sorrel', 'wheel', '96']]);
    expect(await missed('Which broken LED spot 12 W is in case K4?')).toBeNull();
  });

  it('compares two things by the column that the comparison means, the one asked for first', async () => {
    expect(await rowsFor('Which varnish is stronger, Hardglaze or Softcoat?')).toEqual([
      ['Softcoat', '20'],
      ['Hardglaze', '12'],
    ]);
    expect(await rowsFor('Which varnish is weaker, Hardglaze or Softcoat?')).toEqual([
      ['Hardglaze', '12'],
      ['Softcoat', '20'],
    ]);
    expect(await rowsFor('Which varnish is faster, Hardglaze or Softcoat?')).toBeNull();
  });

  it('does not add prices or shares to find the highest', async () => {
    expect(await rowsFor('Which cheese has the highest price?')).toEqual([['Sorrel', 'C3', '96']]);
    expect(await rowsFor('Which cheese has the lowest price?')).toEqual([['Brisling', 'C2', '9']]);
  });

  it('adds up what the sheet measures, or what is in stock, if that column is named', async () => {
    expect(await rowsFor('How many tonnes of gravel did we carry in June?')).toEqual([['470']]);
    expect(await rowsFor('And in May?\nHow many tonnes of gravel did we carry?')).toEqual([['530']]);
    expect(await rowsFor('How many barges of gravel did we carry in June?')).toBeNull();
    expect(await rowsFor('How many short rolls of Jute are in stock?')).toEqual([['Jute', 'short', '12']]);
    expect(await rowsFor('How many Jute are in stock?')).toEqual([['17']]);
    expect(await rowsFor('How many broken Jute are in stock?')).toBeNull();
  });

  it('explains every word, or lists nothing', async () => {
    expect(await rowsFor('List all broken safety cables with their quantities.')).toBeNull();
    expect(await rowsFor('List all plants.')).toBeNull();
  });
});
