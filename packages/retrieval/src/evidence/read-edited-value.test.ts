import { describe, expect, it } from 'vitest';
import { readEditedValue } from './read-edited-value.js';

const column = (kind: 'number' | 'date' | 'text') => ({ kind, unit: 'm', question: 'How deep is it?' });

describe('ANS-1 what a person puts into a cell', () => {
  it('is read in the form of its column', () => {
    expect(readEditedValue(column('number'), '12.5 m')).toEqual({ value: '12.5 m', number: 12.5 });
    expect(readEditedValue(column('date'), '4 May 1987')).toEqual({ value: '1987-05-04', number: null });
    expect(readEditedValue(column('text'), '12.5 m')).toEqual({ value: '12.5 m', number: null });
  });

  it('is no number and no date where it is endless', () => {
    const endless = '9 m '.repeat(2_500);
    expect(readEditedValue(column('number'), endless)).toEqual({ value: endless, number: null });
    expect(readEditedValue(column('date'), `4 May 1987${' '.repeat(300)}`)).toBeNull();
  });
});
