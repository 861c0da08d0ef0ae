import { describe, expect, it } from 'vitest';
import { otherFigures } from './other-figures.js';

const document = (contents: string) => ({
  number: 2,
  title: 'Staff meeting, 5 March 2026',
  path: '',
  date: null,
  version: [],
  contents,
  rank: 0,
});
const QUESTION = 'How many absences were there in February 2026?';
const found = (text: string, question = QUESTION, figure = 7) =>
  otherFigures(question, figure, [document(text)]).map((other) => other.text);

describe('KB-12 a text that gives another figure than a table', () => {
  it.each([
    'The head reported 9 absences in February.',
    'In February there were nine absences, two of them not excused.',
    'In February 2026, 9 absences were reported.',
    'There were 4 absences in January and 9 absences in February.',
  ])('%s', (text) => {
    expect(found(text)).toEqual([text]);
  });

  it.each([
    'The head reported 7 absences in February.',
    'The head reported 9 absences in January.',
    'There were 9 absences in January and 7 absences in February.',
    'In February 2025 there were 9 absences.',
    'There were 5 absences of more than a day in February.',
    'Class 4a had 3 pupils with absences in February.',
    'There were 3 absences in class 4a in February on Mondays.',
    '| 9 absences | February |',
  ])('not: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('says nothing where the question has more conditions, or no time', () => {
    const text = 'The head reported 9 absences in February.';
    expect(found(text, 'How many absences of class 4a were there in February 2026?')).toEqual([]);
    expect(found(text, 'How many absences were there?')).toEqual([]);
  });

  it('is found for a day too, and one for a day is not that of its month or of another day', () => {
    const text = 'On Saturday 21 absences were noted on 10 February, four more than the week before.';
    const ofDay = (day: string) => found(text, `How many absences were noted ${day}?`, 1);
    expect(ofDay('on 10 February')).toEqual([text]);
    expect(ofDay('on 10 February 2026')).toEqual([text]);
    expect(ofDay('on 10 February 2025')).toEqual([]);
    expect(ofDay('on 11 February 2026')).toEqual([]);
    expect(ofDay('in February 2026')).toEqual([]);
    expect(found(text, 'How many absences were excused on 10 February?', 1)).toEqual([]);
  });
});
