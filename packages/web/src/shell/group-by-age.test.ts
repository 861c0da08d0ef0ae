import { describe, expect, it } from 'vitest';
import { groupByAge } from './group-by-age.js';

describe('conversations under headings by age', () => {
  it('counts calendar days, not hours, and puts unreadable dates last', () => {
    const now = new Date(2026, 4, 10, 0, 30);
    const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString();
    const rows = [
      { id: 'a', updatedAt: at(2026, 4, 10, 0) },
      { id: 'b', updatedAt: at(2026, 4, 9, 23) },
      { id: 'c', updatedAt: at(2026, 4, 5, 1) },
      { id: 'd', updatedAt: at(2025, 1, 1, 1) },
      { id: 'e', updatedAt: 'never' },
    ];
    expect(groupByAge(rows, now).map((group) => group.rows.map((row) => row.id))).toEqual([
      ['a'],
      ['b'],
      ['c'],
      ['d', 'e'],
    ]);
  });
});
