import { describe, expect, it } from 'vitest';
import { askTables, tableText } from './ask-tables.test-helper.js';

const FILES = {
  'crew.csv': tableText(`
    Person | Post | Radio | Relief | Allowance
    Ida Brandt | Deckhand | R12 | Per Lund | 40
    Per Lund | Deckhand | - | n/a | —
    — | Deckhand | | Per Lund | n/a
    Nadia Omar | Engineer | R14 | – | 60
    Sven Dahl | Pilot | none | Ida Brandt | 20
    Tove Falk | Cook | k. A. | — | -`),
};

const saidOf = async (question: string) => (await askTables(question, FILES))?.said ?? null;

describe('KB-12 a dash or "n/a" in a cell is no value', () => {
  it.each([
    ['How many deckhands are there?', 'The count where Post = Deckhand and Person is filled in is 2'],
    ['How many crew have a radio?', 'The count where Radio is filled in and Person is filled in is 2'],
    ['How many crew have no radio?', 'The count where Radio is blank and Person is filled in is 3'],
    ['How many different reliefs are there?', 'The different values of Relief is 2'],
    ['How many reliefs are there?', 'The different values of Relief is 2'],
    ['How many radios are there?', 'The count where Radio is filled in is 2'],
    ['What is the total allowance?', 'The sum of Allowance is 120'],
    ['What is the average allowance?', 'The average of Allowance is 40'],
    ['Which relief has the highest total allowance?', 'Per Lund: sum of Allowance 40'],
  ])('%s', async (question, answer) => expect(await saidOf(question)).toEqual([answer]));

  it('is left out of the rows that have something', async () => {
    expect(await saidOf('Which crew have a radio?')).toEqual([
      'Ida Brandt: Post Deckhand, Radio R12, Relief Per Lund, Allowance 40',
      'Nadia Omar: Post Engineer, Radio R14, Allowance 60',
    ]);
  });

  it('is no group', async () =>
    expect(await saidOf('What is the total allowance per relief?')).toEqual([
      'Per Lund: sum of Allowance 40',
      'Ida Brandt: sum of Allowance 20',
    ]));

  it('names nobody, where somebody is asked for', async () => {
    expect(await saidOf('Who are the deckhands?')).toEqual([
      'Ida Brandt: Post Deckhand, Radio R12, Relief Per Lund, Allowance 40',
      'Per Lund: Post Deckhand',
    ]);
  });

  it('leaves a column of figures a column of figures, and one of dates a column of dates', async () => {
    const sheet = tableText(`
      Boat | Length | Surveyed
      Alk | 12 | 2025-03-04
      Brisa | - | —
      Castor | n/a | n/a
      Delta | 14 | 2026-04-01`);
    expect((await askTables('What is the longest length?', { 'boats.csv': sheet }))?.said).toEqual([
      'Delta: Length 14',
    ]);
    expect((await askTables('How many boats are not surveyed?', { 'boats.csv': sheet }))?.said).toEqual([
      'The count where Surveyed is blank is 2',
    ]);
  });
});
