import { describe, expect, it } from 'vitest';
import { AllowedSlots } from './allowed-slots.js';
import type { Postings } from './postings-codec.js';
import { SlotTable } from './slot-table.js';

const listOf = (...slots: number[]): Postings => ({
  slots: Int32Array.from(slots),
  weights: Uint8Array.from(slots, () => 2),
  heaviest: 2,
});

describe('KB-5 what is counted over the chunks that a viewer may see', () => {
  it('is counted anew for a list together with others', () => {
    const slots = new SlotTable();
    // Three chunks in each of four documents.
    for (let row = 0; row < 12; row += 1)
      slots.add({ entry: row, row, item: Math.floor(row / 3), length: 10 });
    // All of the first and the second, and one chunk of the last.
    const all = Int32Array.from([0, 1, 2, 3, 4, 5, 11]);
    const seen = new AllowedSlots({ slots, codes: null, all });
    const [first, second, hidden] = [listOf(0, 2, 4), listOf(5, 9, 11), listOf(6, 7, 8)];
    for (let round = 0; round < 2; round += 1) {
      expect(seen.itemsIn([first])).toBe(2);
      expect(seen.itemsIn([first, second])).toBe(3);
      expect(seen.itemsIn([first, hidden])).toBe(2);
      expect(seen.itemsIn([hidden])).toBe(0);
      expect(seen.itemsIn([])).toBe(0);
      expect(seen.chunksIn([first, second, hidden])).toBe(5);
    }
    expect(seen.fewItems).toBe(3);
  });
});
