import type { SlotTable } from './slot-table.js';
import type { VectorCodes } from './vector-codes.js';

export interface AllowedSlots {
  all: Int32Array;
  /** 1 for each of them, by slot. */
  mask: Uint8Array;
  withVector: Int32Array;
}

const REMEMBERED = 8;

/** Slots a search may return, remembered for as long as neither the chunks nor what is visible changes. */
export class AllowedSlotsCache {
  readonly #known = new Map<Uint32Array | null, { stamp: string; allowed: AllowedSlots }>();

  of(options: {
    slots: SlotTable;
    codes: VectorCodes | null;
    /** Rows of items; null: all. */
    visible: Uint32Array | null;
  }): AllowedSlots {
    const { slots, codes, visible } = options;
    const stamp = `${slots.revision}.${codes?.revision ?? ''}`;
    const known = this.#known.get(visible);
    if (known?.stamp === stamp) return known.allowed;
    const allowed = allowedSlots(slots, codes, visible);
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(visible, { stamp, allowed });
    return allowed;
  }
}

function allowedSlots(
  slots: SlotTable,
  codes: VectorCodes | null,
  visible: Uint32Array | null,
): AllowedSlots {
  const all = visible === null ? everySlot(slots) : slotsOfItems(slots, visible);
  const mask = new Uint8Array(slots.count);
  for (let index = 0; index < all.length; index += 1) mask[all[index]!] = 1;
  const withVector = new Int32Array(all.length);
  let vectors = 0;
  if (codes) {
    for (let index = 0; index < all.length; index += 1) {
      const slot = all[index]!;
      if (codes.has(slot)) withVector[vectors++] = slot;
    }
  }
  return { all, mask, withVector: withVector.subarray(0, vectors) };
}

function everySlot(slots: SlotTable): Int32Array {
  const { alive, count } = slots;
  const all = new Int32Array(count);
  let size = 0;
  for (let slot = 0; slot < count; slot += 1) if (alive[slot]) all[size++] = slot;
  return all.subarray(0, size);
}

/** Going up, as the scan and the words want them; work in proportion to what is found, not to what there is. */
function slotsOfItems(slots: SlotTable, rows: Uint32Array): Int32Array {
  const { alive, items, count, firstOfItem } = slots;
  const found: number[] = [];
  for (const item of rows) {
    const first = firstOfItem[item] ?? -1;
    if (first < 0) continue;
    for (let slot = first; slot < count && items[slot] === item; slot += 1) if (alive[slot]) found.push(slot);
  }
  return Int32Array.from(found).sort();
}
