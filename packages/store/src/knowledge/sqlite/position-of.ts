/** The first index from `from` on whose slot is not below the wanted one; the slots are sorted. */
export function positionOf(slots: Int32Array, wanted: number, from: number): number {
  // Doubling steps first: when two lists are merged, the place is usually near.
  let reach = 1;
  while (from + reach < slots.length && slots[from + reach]! < wanted) reach *= 2;
  let low = from + (reach >> 1);
  let high = Math.min(from + reach, slots.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slots[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
