import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoment } from './format-moment.js';

/** Runtime versions place commas differently. */
const words = (text = '') => text.split(/[ ,]+/);

describe('CTX-2 the moment of the user message', () => {
  it('is the same in UTC, which has words of its own, as by the formats of a zone beside it', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('1000-01-02T00:00:00Z'),
          max: new Date('9999-12-30T00:00:00Z'),
          noInvalidDate: true,
        }),
        (date) => {
          const createdAt = date.toISOString();
          const own = formatMoment({ createdAt, timeZone: 'UTC' });
          const formatted = formatMoment({ createdAt, timeZone: 'Etc/GMT' });
          expect(words(own?.date)).toEqual(words(formatted?.date));
          expect(words(own?.dateAndTime)).toEqual(words(formatted?.dateAndTime));
        },
      ),
    );
  });

  it('is in the zone of the person, and in UTC where the zone is unknown', () => {
    const createdAt = '2026-01-02T23:30:00Z';
    const inBerlin = formatMoment({ createdAt, timeZone: 'Europe/Berlin' });
    expect(words(inBerlin?.dateAndTime)).toEqual(['Saturday', '3', 'January', '2026', '00:30']);
    expect(inBerlin?.zone).toBe('Europe/Berlin');
    const nowhere = formatMoment({ createdAt, timeZone: 'Nowhere/At-All' });
    expect(words(nowhere?.dateAndTime)).toEqual(['Friday', '2', 'January', '2026', '23:30']);
    expect(nowhere?.zone).toBe('UTC');
  });

  it('is not there when it cannot be read', () => {
    expect(formatMoment({ createdAt: 'some day', timeZone: 'UTC' })).toBeNull();
  });
});
