import { describe, expect, it } from 'vitest';
import { askTables, tableText } from './ask-tables.test-helper.js';

const FILES = {
  'porters-on-duty.csv': tableText(`
    Date | Weekday | Night duty | Gate
    2026-03-02 | Monday | Larsen | North
    2026-03-03 | Tuesday | Dr Weber | South
    2026-03-04 | Wednesday | Larsen | South
    2026-03-05 | Thursday | Larsen | North
    2026-03-05 | Thursday | Dr Weber | South`),
};

const saidOf = async (question: string) => (await askTables(question, FILES))?.said ?? null;

describe('KB-12 rows of somebody are counted, not how many different names they have', () => {
  it.each([
    ['How many nights is Larsen on duty?', 'The count where Night duty = Larsen is 3'],
    ['How many night duties does Larsen have?', 'The count where Night duty = Larsen is 3'],
    ['How many nights is Dr Larsen on duty?', 'The count where Night duty = Larsen is 3'],
    ['How many nights is Weber on duty?', 'The count where Night duty = Dr Weber is 2'],
    ['Wie viele Nächte hat Larsen?', 'The different values of Date where Night duty = Larsen is 3'],
  ])('%s', async (question, answer) => expect(await saidOf(question)).toEqual([answer]));

  it('counts for each name, finds who has most, and who is there on a day', async () => {
    expect(await saidOf('How many nights is each night duty?')).toEqual([
      'Larsen: count 3',
      'Dr Weber: count 2',
    ]);
    expect(await saidOf('Which night duty is most often at the South gate?')).toEqual(['Dr Weber: count 2']);
    expect(await saidOf('Who is on duty on Thursday?')).toEqual([
      '2026-03-05: Weekday Thursday, Night duty Larsen, Gate North',
      '2026-03-05: Weekday Thursday, Night duty Dr Weber, Gate South',
    ]);
    expect(await saidOf('Who is on duty on 4 March?')).toEqual([
      '2026-03-04: Weekday Wednesday, Night duty Larsen, Gate South',
    ]);
  });

  it('still counts different names where the question names none', async () => {
    expect(await saidOf('How many different night duties are there?')).toEqual([
      'The different values of Night duty is 2',
    ]);
  });

  it('counts different days where several rows have one day', async () => {
    expect(await saidOf('How many days are in the table of the porters?')).toEqual([
      'The different values of Date is 4',
    ]);
  });

  it('does not take somebody for another with that name', async () =>
    expect(await saidOf('How many nights is Mrs Weber on duty?')).toBeNull());
});

describe('KB-12 a count of which several tables tell another number', () => {
  const FLEET = tableText(`
    Boat | Kind | Berth
    Alk | Sloop | A1
    Brisa | Barge | A2
    Castor | Sloop | B1`);
  const REPAIRS = tableText(`
    Repair | Kind | Cost
    R-1 | Sloop | 120
    R-2 | Sloop | 80
    R-3 | Sloop | 300`);
  const TARIFF = tableText(`
    Kind | Stay | Price €
    Sloop | night | 20
    Sloop | week | 110
    Barge | night | 45`);
  const ask = async (question: string, files: Readonly<Record<string, string>>) =>
    (await askTables(question, files))?.said ?? null;

  it('is not taken from one of them', async () =>
    expect(
      await ask('How many sloops are there?', { 'fleet.csv': FLEET, 'repairs.csv': REPAIRS }),
    ).toBeNull());

  it('is taken from the one that the question names', async () => {
    const files = { 'repairs.csv': REPAIRS, 'fleet.csv': FLEET };
    expect(await ask('How many sloops are in the fleet?', files)).toEqual([
      'The count where Kind = Sloop is 2',
    ]);
  });

  it('is not taken from a list of prices', async () =>
    expect(await ask('How many sloops are there?', { 'tariff.csv': TARIFF, 'fleet.csv': FLEET })).toEqual([
      'The count where Kind = Sloop is 2',
    ]));
});
