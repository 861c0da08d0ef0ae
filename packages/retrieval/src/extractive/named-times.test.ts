import { describe, expect, it } from 'vitest';
import { askedTimes, MONTHS, namedTimes, timeFit, withoutTimes } from './named-times.js';

describe('the years and months of a text', () => {
  it.each([
    ['in 2023 and FY2024', ['2023', '2024']],
    ['March 2024, 3 May 1998, May 3, 1998', ['2024/3', '1998/5', '1998/5']],
    ['im März 2024, en marzo de 2025', ['2024/3', '2025/3']],
    ['2024-03-15 and 15.04.2024', ['2024/3', '2024/4']],
    ['the season 2023/24', ['2023', '2024']],
    ['2,024 tons, 12024 and 1.2024.5', []],
  ])('%s', (text, expected) => {
    const told = namedTimes(text).map(({ year, month }) => (month === null ? `${year}` : `${year}/${month}`));
    expect(told).toEqual(expected);
  });

  it('have the names of months that Intl knows', () => {
    for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'])
      for (const month of ['long', 'short'] as const) {
        const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
        for (let index = 0; index < 12; index += 1) {
          const name = format
            .format(Date.UTC(2000, index, 15))
            .toLowerCase()
            .replace(/\.$/u, '');
          expect([name, MONTHS.get(name)]).toEqual([name, index + 1]);
        }
      }
  });

  it('are taken out', () => {
    expect(withoutTimes('Staff in March 2024?').replaceAll(/\s+/gu, ' ')).toBe('Staff in ?');
  });
});

describe('the time that a question asks about', () => {
  it.each(['How many in 2024?', 'What did the 2024 report say?', 'Fuel costs 2024', 'In FY 2024?'])(
    '%s',
    (question) => expect(askedTimes(question)).toEqual([{ year: 2024, month: null }]),
  );

  it.each(['What failed on H-2024?', 'Who paid $2000?', 'What costs 2000 euros?', 'Who came since 2020?'])(
    'is open: %s',
    (question) => expect(askedTimes(question)).toEqual([]),
  );

  it.each([
    ['in 2024', 'In 2024 there were 71.', 'same'],
    ['in 2024', 'On 2024-05-01 there were 71.', 'same'],
    ['in 2024', 'In 2023 there were 62.', 'other'],
    ['in 2024', 'There are 62.', 'unknown'],
    ['in March 2024', 'In March 2024 there were 70.', 'same'],
    ['in March 2024', 'In April 2024 there were 71.', 'other'],
    ['in March 2024', 'In 2024 there were 71.', 'unknown'],
  ])('%s: %s is %s', (question, text, fit) => expect(timeFit(text, askedTimes(question))).toBe(fit));
});
