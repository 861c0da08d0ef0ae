import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateBounds, daysOf, isEmptyDateRange, readCondition } from './item-conditions.js';
import { sourceDate } from '@ibid/core/internal';
import { datedMetadata, documentDate } from './item-date.js';
import type { ItemDate } from './item-date.js';

describe('KB-11 the date of a document', () => {
  it.each([
    ['2024-05-31', '2024-05-31'],
    ['2024-05-31T23:30:00-08:00', '2024-05-31'],
    ['2024-05', '2024-05-01'],
    ['2024', '2024-01-01'],
    ['20240531', '2024-05-31'],
    ['2024/05/31 10:00', '2024-05-31'],
    ['Fri, 31 May 2024 08:00:00 +0200', '2024-05-31'],
    ['31 May 2024', '2024-05-31'],
    ['May 31, 2024', '2024-05-31'],
    ['31.5.2024', '2024-05-31'],
    ['2024-02-30', null],
    ['0000-00-00', null],
    ['2024-13', null],
    ['soon', null],
    ['', null],
    ['12345', null],
  ])('reads %s as %s', (written, value) => {
    expect(documentDate({ date: written })).toEqual(value === null ? null : { value, from: 'date' });
  });

  it('says which field gave it, the best first, whatever its case', () => {
    const all = { Date: 'unknown', modified: '2026-01-01', created: '2025-01-01', Published: '2024-01-01' };
    expect(documentDate(all)).toEqual({ value: '2024-01-01', from: 'published' });
    expect(documentDate({ modified: '2026-01-01', year: 1999 })).toEqual({
      value: '2026-01-01',
      from: 'modified',
    });
    expect(documentDate({ date: 2019 })).toEqual({ value: '2019-01-01', from: 'date' });
  });

  it('is a day that exists, or none, of any text', () => {
    const isDay = (day: string) => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
    const holds = fc.property(fc.string(), (text) =>
      isDay(documentDate({ date: text })?.value ?? '2024-01-01'),
    );
    expect(() => fc.assert(holds)).not.toThrow();
  });
});

describe('KB-11 ranges and conditions as people write them', () => {
  it('takes a month and a year for all of their days', () => {
    expect(daysOf('2024-02')).toEqual({ first: '2024-02-01', last: '2024-02-29' });
    expect(daysOf('2023')).toEqual({ first: '2023-01-01', last: '2023-12-31' });
    expect(daysOf('2023-02-29')).toBeNull();
    expect(dateBounds({ after: '2023', before: '2024-06' })).toEqual({
      over: '2023-12-31',
      under: '2024-06-01',
    });
  });

  it('knows a range that holds no day', () => {
    for (const empty of [
      { after: '2024', before: '2025' },
      { from: '2024-06', to: '2024-05' },
      { after: '2024-02-28', before: '2024-03-01', from: '2024-03' },
      { from: '2025', before: '2025-01-01' },
    ])
      expect(isEmptyDateRange(empty)).toBe(true);
    for (const held of [
      {},
      { after: '2024' },
      { after: '2024-02-28', before: '2024-03-01' },
      { from: '2024-05-04', to: '2024-05-04' },
      { after: '2023-12', before: '2025' },
    ])
      expect(isEmptyDateRange(held)).toBe(false);
  });

  it('reads conditions, and refuses what is none', () => {
    expect(readCondition('year >= 2024')).toEqual({ field: 'year', from: 2024 });
    expect(readCondition('version<2.5')).toEqual({ field: 'version', before: 2.5 });
    expect(readCondition('date>2024-05-01')).toEqual({ field: 'date', after: '2024-05-01' });
    expect(readCondition('team=finance, sales')).toEqual({ field: 'team', anyOf: ['finance', 'sales'] });
    expect(readCondition('year=2024')).toEqual({ field: 'year', anyOf: ['2024', 2024] });
    for (const none of ['', 'year', '=3', 'year=', '>=']) expect(readCondition(none)).toBeNull();
  });
});

describe('ANS-3 the day of a document beside what it says', () => {
  const dated = (metadata: Record<string, string | number>, date: ItemDate | null) =>
    datedMetadata({ metadata, date, updatedAt: '2026-11-16T08:00:00.000Z' });

  it('is written one way, whatever the document calls it and however it writes it', () => {
    const metadata = { Published: '3. Mai 2021', author: 'Ann' };
    expect(dated({ Published: '3.5.2021', author: 'Ann' }, documentDate({ Published: '3.5.2021' }))).toEqual({
      author: 'Ann',
      date: '2021-05-03',
      added: '2026-11-16T08:00:00.000Z',
    });
    // A date that cannot be parsed must not be shown as one.
    expect(sourceDate(dated(metadata, documentDate(metadata)))).toMatchObject({ of: 'added' });
  });

  it('is no more exact than the document says, and that of a file is told apart', () => {
    expect(dated({ date: 2021 }, documentDate({ date: 2021 }))).toMatchObject({ date: '2021' });
    expect(dated({ date: '2021-05' }, documentDate({ date: '2021-05' }))).toMatchObject({ date: '2021-05' });
    expect(sourceDate(dated({}, { value: '2019-02-01', from: 'file' }))).toEqual({
      value: '2019-02-01',
      of: 'file',
    });
  });
});
