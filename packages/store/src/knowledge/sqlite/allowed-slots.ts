import { FEW_DOCUMENTS } from '@ibid/retrieval/internal';
import type { Postings } from './postings-codec.js';
import type { SlotTable } from './slot-table.js';
import type { VectorCodes } from './vector-codes.js';

/** The slots that a viewer may see, with counts over them. */
export class AllowedSlots {
  readonly all: Int32Array;
  /** 1 for each allowed slot. */
  readonly mask: Uint8Array;
  readonly withVector: Int32Array;
  readonly averageLength: number;
  /** The number of their documents; null if there are many. */
  readonly fewItems: number | null;
  readonly #revisions: Revisions;
  readonly #items: Uint32Array;
  readonly #isEverything: boolean;
  readonly #counted = new WeakMap<Postings, number>();
  /** Cached counts of documents, by the first of the postings. */
  readonly #itemsCounted = new WeakMap<Postings, { parts: readonly Postings[]; items: number }>();

  constructor(options: { slots: SlotTable; codes: VectorCodes | null; all: Int32Array }) {
    const { slots, codes, all } = options;
    this.all = all;
    this.#revisions = revisionsOf(slots, codes);
    this.mask = new Uint8Array(slots.count);
    const withVector = new Int32Array(codes ? all.length : 0);
    let vectors = 0;
    let length = 0;
    for (let index = 0; index < all.length; index += 1) {
      const slot = all[index]!;
      this.mask[slot] = 1;
      length += slots.lengths[slot]!;
      if (codes?.has(slot)) withVector[vectors++] = slot;
    }
    this.withVector = withVector.subarray(0, vectors);
    this.averageLength = all.length > 0 ? length / all.length : 1;
    this.#isEverything = all.length === slots.count;
    this.#items = slots.items;
    this.fewItems = all.length < FEW_DOCUMENTS.chunks ? fewItemsOf(all, slots.items) : null;
  }

  /** Whether no chunk or vector has changed since. */
  isCurrent(slots: SlotTable, codes: VectorCodes | null): boolean {
    const now = revisionsOf(slots, codes);
    return now.slots === this.#revisions.slots && now.codes === this.#revisions.codes;
  }

  /** How many documents contain a word. */
  itemsIn(parts: readonly Postings[]): number {
    const [first] = parts;
    if (!first) return 0;
    const known = this.#itemsCounted.get(first);
    if (known?.parts.length === parts.length && known.parts.every((part, at) => part === parts[at]))
      return known.items;
    const found = new Set<number>();
    let last = -1;
    for (const { slots } of parts)
      for (let index = 0; index < slots.length; index += 1) {
        const slot = slots[index]!;
        const item = this.#items[slot]!;
        // Chunks of one document are adjacent.
        if (item === last || this.mask[slot] === 0) continue;
        found.add(item);
        last = item;
      }
    this.#itemsCounted.set(first, { parts, items: found.size });
    return found.size;
  }

  /** How many allowed slots contain a word. Other slots have no influence. */
  chunksIn(parts: readonly Postings[]): number {
    let chunks = 0;
    for (const part of parts) chunks += this.#isEverything ? part.slots.length : this.#count(part);
    return chunks;
  }

  #count(part: Postings): number {
    const known = this.#counted.get(part);
    if (known !== undefined) return known;
    const { slots } = part;
    let chunks = 0;
    for (let index = 0; index < slots.length; index += 1) chunks += this.mask[slots[index]!]!;
    this.#counted.set(part, chunks);
    return chunks;
  }
}

interface Revisions {
  slots: number;
  codes: number | null;
}

const revisionsOf = (slots: SlotTable, codes: VectorCodes | null): Revisions => ({
  slots: slots.revision,
  codes: codes?.revision ?? null,
});

function fewItemsOf(slots: Int32Array, items: Uint32Array): number | null {
  const found = new Set<number>();
  for (let index = 0; index < slots.length && found.size < FEW_DOCUMENTS.items; index += 1)
    found.add(items[slots[index]!]!);
  return found.size < FEW_DOCUMENTS.items ? found.size : null;
}

/** A filtered search needs two: for its hits, and for its word weights. */
const REMEMBERED = 24;

/** Slots that a search may return, cached until the chunks or what is visible change. */
export class AllowedSlotsCache {
  readonly #known = new Map<Uint32Array | null, AllowedSlots>();

  of(options: {
    slots: SlotTable;
    codes: VectorCodes | null;
    /** Rows of items; null means all. */
    visible: Uint32Array | null;
  }): AllowedSlots {
    const { slots, codes, visible } = options;
    const known = this.#known.get(visible);
    if (known?.isCurrent(slots, codes)) return known;
    const all = visible === null ? everySlot(slots) : slotsOfItems(slots, visible);
    const allowed = new AllowedSlots({ slots, codes, all });
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(visible, allowed);
    return allowed;
  }
}

function everySlot(slots: SlotTable): Int32Array {
  const { alive, count } = slots;
  const all = new Int32Array(count);
  let size = 0;
  for (let slot = 0; slot < count; slot += 1) if (alive[slot]) all[size++] = slot;
  return all.subarray(0, size);
}

/**
 * In ascending order, as the scan and the postings need them. The work is proportional to the result, not to the index.
 */
function slotsOfItems(slots: SlotTable, rows: Uint32Array): Int32Array {
  const { alive, items, count, firstOfItem } = slots;
  const found: number[] = [];
  let isInOrder = true;
  for (const item of rows) {
    const first = firstOfItem[item] ?? -1;
    if (first < 0) continue;
    if (found.length > 0 && found.at(-1)! > first) isInOrder = false;
    for (let slot = first; slot < count && items[slot] === item; slot += 1) if (alive[slot]) found.push(slot);
  }
  // Items are mostly written one after another and then already sorted; sorting would cost more than all the rest.
  return isInOrder ? Int32Array.from(found) : Int32Array.from(found).sort();
}
