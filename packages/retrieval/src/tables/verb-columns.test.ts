import { describe, expect, it } from 'vitest';
import { askTables, tableText } from './ask-tables.test-helper.js';

const FILES = {
  'paint-store.csv': tableText(`
    Paint | Supplier | Expiry | Tins
    Sea green | Marlow | 2026-11 | 14
    Chalk white | Norvet | 2027-02 | 30
    Signal red | Marlow | Sept 2026 | 3
    Tar black | Halden | 05/2028 | 9
    Sand | Marlow | — | 21`),
  'crew-list.csv': tableText(`
    Name | Post | Start | Leaving
    Ida Brandt | Mate | 2020-05-04 |
    Per Lund | Cook | 2012-01-09 | 2026-03-31
    Tove Falk | Mate | 2020-09-15 |
    Sven Dahl | Pilot | 2024-02-12 | 2027-01-31`),
  'pilotage.csv': tableText(`
    Day | Ship | Guided by
    2026-05-04 | Aurora | Sven Dahl
    2026-05-04 | Brisa | Per Lund
    2026-05-06 | Alk | Sven Dahl`),
  'lager.csv': tableText(`
    Artikel | Lieferant | Ablaufdatum
    Lack | Marlow | 2026-11
    Teer | Halden | 2028-05`),
};

const saidOf = async (question: string) => (await askTables(question, FILES))?.said ?? null;
const namesIn = async (question: string) =>
  (await saidOf(question))?.map((line) => line.replace(/:.*$/u, '')) ?? null;

describe('KB-12 a verb names the column with another form of the word', () => {
  it.each([
    ['Which paints expire in 2026?', ['Sea green', 'Signal red']],
    ['Which paints expire before the end of 2026?', ['Sea green', 'Signal red']],
    ['Which paints expire by the end of 2026?', ['Sea green', 'Signal red']],
    ['Which paints expire before March 2027?', ['Sea green', 'Chalk white', 'Signal red']],
    ['Which paints expire by February 2027?', ['Sea green', 'Chalk white', 'Signal red']],
    ['Which paints expire after the end of 2026?', ['Chalk white', 'Tar black']],
    ['Which paints expire in November 2026?', ['Sea green']],
    ['Which paints does Marlow supply?', ['Sea green', 'Signal red', 'Sand']],
    ['Who started in 2020?', ['Ida Brandt', 'Tove Falk']],
    ['Who started before 2016?', ['Per Lund']],
    ['Who leaves in 2026?', ['Per Lund']],
  ])('%s', async (question, names) => expect(await namesIn(question)).toEqual(names));

  it.each([
    ['How many paints expire in 2026?', 'The count where Expiry = 2026 is 2'],
    ['How many paints does Marlow supply?', 'The count where Supplier = Marlow is 3'],
    ['How many ships were guided on 4 May?', 'The count where Day = 2026-05-04 is 2'],
    ['How many ships were guided by Sven Dahl?', 'The count where Guided by = Sven Dahl is 2'],
    ['How many tins does Marlow supply?', 'The sum of Tins where Supplier = Marlow is 38'],
    ['Wie viele Artikel liefert Marlow?', 'The count where Lieferant = Marlow is 1'],
    ['Welche Artikel laufen bis Ende 2026 ab?', 'Lack: Lieferant Marlow, Ablaufdatum 2026-11'],
  ])('%s', async (question, answer) => expect(await saidOf(question)).toEqual([answer]));

  it.each([
    ['Which paint expires first?', 'Signal red: Expiry Sept 2026'],
    ['Which paint expires last?', 'Tar black: Expiry 05/2028'],
    ['What is the earliest start?', 'Per Lund: Start 2012-01-09'],
    ['What is the oldest expiry?', 'Signal red: Expiry Sept 2026'],
  ])('%s', async (question, answer) => expect(await saidOf(question)).toEqual([answer]));

  it('does not take the day of a row for the age of what it names', async () =>
    expect(await saidOf('What is the oldest ship?')).toBeNull());

  it.each(['Which paints fade in 2026?', 'Who was promoted in 2020?', 'How many paints does Marlow advise?'])(
    'does not guess at other verbs: %s',
    async (question) => expect(await saidOf(question)).toBeNull(),
  );
});
