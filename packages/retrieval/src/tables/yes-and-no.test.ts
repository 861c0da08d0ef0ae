import { describe, expect, it } from 'vitest';
import { askTables, tableText } from './ask-tables.test-helper.js';

const PLOTS = tableText(`
  Parzelle | Pächter | Größe (m²) | Pacht (EUR) | Laube
  1 | Petersen | 320 | 96,00 | ja
  4 | Nowak | 280 | 84,00 | nein
  7 | Okafor | 410 | 123,00 | ja
  15 | Brandt | 350 | 105,00 | nein
  31 | Lorenz | 290 | 87,00 | ja`);
const ROOMS = tableText(`
  Room | Guests | Balcony | Key deposit (EUR)
  101 | 2 | yes | 20
  204 | 4 | no | 20
  318 | 2 | yes | 35
  420 | 3 | yes | 20`);
const SHIFTS = tableText(`
  Date | Shift | Porter
  2026-11-18 | 16:00-19:00 | Nora Lind
  2026-11-21 | 10:00-13:00 | Ada Brenner
  2026-11-25 | 16:00-19:00 | Ada Brenner
  2026-12-02 | 16:00-19:00 | Ada Brenner`);

const files = { 'parzellen.csv': PLOTS, 'rooms.csv': ROOMS, 'shifts.csv': SHIFTS };
const said = async (question: string) => (await askTables(question, files))?.said ?? null;

describe('KB-12 what a table says with yes, numbers of things and times', () => {
  it.each([
    ['How many rooms have a balcony?', 'The count where Balcony = yes is 3'],
    ['Wie viele Parzellen haben eine Laube?', 'The count where Laube = ja is 3'],
    ['How many rooms are there?', 'The count is 4'],
    ['Wie viele Parzellen gibt es?', 'The count is 5'],
    ['How many shifts does Ada Brenner have?', 'The count where Porter = Ada Brenner is 3'],
  ])('%s', async (question, answer) => expect(await said(question)).toEqual([answer]));

  it('lists rows with a no', async () => {
    expect(await said('Which rooms have no balcony?')).toEqual([
      '204: Guests 4, Balcony no, Key deposit (EUR) 20',
    ]);
    expect((await said('Welche Parzellen haben keine Laube?'))?.map((row) => row.split(':')[0])).toEqual([
      '4',
      '15',
    ]);
  });

  it('finds the largest in German', async () =>
    expect((await said('Welche Parzelle ist die größte?'))?.join()).toContain('410'));

  it('does not take a deposit for a cost', async () => {
    expect(await said('What did the repair of room 318 cost?')).toBeNull();
    expect((await said('Which room has the highest deposit?'))?.join()).toContain('35');
  });
});
