import type { BlockDirectory } from './block-codec.js';

/** Ranking data of every indexed chunk, by slot. The arrays grow by half when full. */
export class SlotTable {
  count = 0;
  entries = new Uint32Array(0);
  rows = new Uint32Array(0);
  items = new Uint32Array(0);
  /** In words, with title words weighted; doubled to stay integers. */
  lengths = new Uint16Array(0);
  alive = new Uint8Array(0);
  /** Slot of the newest entry of a chunk, by its row; -1 for none. */
  #slotOfRow = new Int32Array(0);
  #firstOfItem = new Int32Array(0);
  /** The slots before this one are in the two columns above. Most first searches need neither. */
  #indexed = 0;
  /** Increases with every change, for derived caches. */
  revision = 0;

  add(slot: { entry: number; row: number; item: number; length: number }): number {
    this.#reserve(this.count + 1);
    const index = this.count;
    this.count += 1;
    this.entries[index] = slot.entry;
    this.rows[index] = slot.row;
    this.items[index] = slot.item;
    this.lengths[index] = Math.min(slot.length, 0xffff);
    this.alive[index] = 1;
    this.revision += 1;
    return index;
  }

  /** Adds the chunks of a block as whole columns: a base of many blocks is read at startup. */
  addBlock(block: BlockDirectory): void {
    const { rows, items } = block;
    const first = this.count;
    this.#reserve(first + rows.length);
    this.entries.set(block.entries, first);
    this.rows.set(rows, first);
    this.items.set(items, first);
    this.lengths.set(block.lengths, first);
    this.alive.fill(1, first, first + rows.length);
    this.count = first + rows.length;
    this.revision += 1;
  }

  /** Drops the slots from here on. */
  truncate(count: number): void {
    for (let index = count; index < this.#indexed; index += 1)
      if (this.#slotOfRow[this.rows[index]!] === index) this.#slotOfRow[this.rows[index]!] = -1;
    if (count < this.count) this.alive.fill(0, count, this.count);
    this.count = count;
    this.#indexed = Math.min(this.#indexed, count);
    this.revision += 1;
  }

  kill(slot: number): void {
    if (!this.alive[slot]) return;
    this.alive[slot] = 0;
    this.revision += 1;
  }

  find(row: number): number {
    this.#index();
    return this.#slotOfRow[row] ?? -1;
  }

  /**
   * Where the newest run of an item's chunks begins, by item row; -1 for none. The chunks of an item are written
   * together.
   */
  get firstOfItem(): Int32Array {
    this.#index();
    return this.#firstOfItem;
  }

  #index(): void {
    if (this.#indexed === this.count) return;
    const { rows, items, count } = this;
    const first = this.#indexed;
    this.#slotOfRow = reaching(this.#slotOfRow, largest(rows.subarray(first, count)));
    this.#firstOfItem = reaching(this.#firstOfItem, largest(items.subarray(first, count)));
    const slotOfRow = this.#slotOfRow;
    let before = first > 0 ? items[first - 1]! : -1;
    for (let index = first; index < count; index += 1) {
      slotOfRow[rows[index]!] = index;
      const item = items[index]!;
      if (item !== before) this.#firstOfItem[item] = index;
      before = item;
    }
    this.#indexed = count;
  }

  #reserve(slots: number): void {
    if (slots <= this.rows.length) return;
    const size = Math.max(slots, Math.ceil(this.rows.length * 1.5), 1024);
    this.entries = grown(new Uint32Array(size), this.entries);
    this.rows = grown(new Uint32Array(size), this.rows);
    this.items = grown(new Uint32Array(size), this.items);
    this.lengths = grown(new Uint16Array(size), this.lengths);
    this.alive = grown(new Uint8Array(size), this.alive);
  }
}

function reaching(column: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  if (index < column.length) return column;
  const size = Math.max(index + 1, Math.ceil(column.length * 1.5), 1024);
  return grown(new Int32Array(size).fill(-1), column);
}

function grown<Column extends { set(values: Column): void }>(target: Column, source: Column): Column {
  target.set(source);
  return target;
}

function largest(values: Uint32Array): number {
  let most = 0;
  for (let index = 0; index < values.length; index += 1) if (values[index]! > most) most = values[index]!;
  return most;
}
