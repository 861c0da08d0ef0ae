import { describe, expect, it } from 'vitest';
import { rowsOfOtherDays } from './rows-of-other-days.js';

const ROTA = ['2026-05-11 | Ana Roth | North gate', '2026-05-13 | Ben Ode | South gate'].map((text) => ({
  text,
  columns: 'Date | Keeper | Gate',
  heading: '',
  document: 1,
}));
const said = (text: string) => ({ text, columns: undefined, heading: '', document: 2 });
const asked = (question: string, ...texts: string[]) =>
  rowsOfOtherDays(question, [...ROTA, ...texts.map(said)]);

describe('MOD-2 rows of other days than the one asked about', () => {
  it('do not fit', () => {
    const found = asked('Who is the keeper on 12 May?', 'The keeper feeds the seals at noon.');
    expect(found).toMatchObject({ asked: '12 May', isUnmentioned: true });
    expect(found?.rows.size).toBe(2);
  });

  it.each([
    'On 12 May the zoo is closed.',
    'From 11 to 13 May Ben Ode is the keeper.',
    '12th May: no keeper',
  ])('do not fit, but a text names the day: %s', (text) =>
    expect(asked('Who is the keeper on 12 May?', text)?.isUnmentioned).toBe(false),
  );

  it.each([
    'Who is the keeper on 13 May?',
    'Who is the keeper after 12 May?',
    'Who is the keeper?',
    'Who is the keeper between 12 May and 14 May?',
  ])('are not ruled out: %s', (question) => expect(asked(question)).toBeNull());
});
