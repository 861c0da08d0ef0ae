import { createVectorKernel } from './vector-kernel.js';
import type { VectorKernel } from './vector-kernel.js';
import { webAssembly } from './web-assembly.js';

const PAGE = 65_536;

/** The code of a vector: its signs as bits, and its values as bytes with the scale that restores them. */
export interface CodeShape {
  dimensions: number;
  /** Both are multiples of 16, for the kernel. */
  signBytes: number;
  valueBytes: number;
}

function codeShape(dimensions: number): CodeShape {
  const aligned = (bytes: number): number => Math.ceil(bytes / 16) * 16;
  return { dimensions, signBytes: aligned(dimensions / 8), valueBytes: aligned(dimensions) };
}

/** Writes the code of a vector; returns its scale. */
function encodeVector(vector: Float32Array, target: { signs: Uint8Array; values: Int8Array }): number {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest / 127 || 1;
  target.signs.fill(0);
  target.values.fill(0);
  for (let index = 0; index < vector.length; index += 1) {
    const value = vector[index]!;
    if (value > 0) target.signs[index >> 3]! |= 1 << (index & 7);
    target.values[index] = Math.round(value / scale);
  }
  return scale;
}

/**
 * Codes of all chunks in one growing WebAssembly memory, by slot: first room for the query and the results, then the
 * signs of all slots, then the values. Capacity doubles.
 */
export class VectorCodes {
  readonly shape: CodeShape;
  readonly #memory = new webAssembly.Memory({ initial: 1, maximum: 65_536 });
  readonly #kernel: VectorKernel;
  /** 0 where a slot has no vector. */
  #scales = new Float32Array(0);
  #capacity = 0;
  /** Increases whenever a vector is added or removed. */
  revision = 0;
  #signsAt = 0;
  #valuesAt = 0;
  #resultsAt = 0;

  constructor(dimensions: number) {
    this.shape = codeShape(dimensions);
    this.#kernel = createVectorKernel(this.#memory, this.shape);
  }

  reserve(slots: number): void {
    if (slots <= this.#capacity) return;
    const capacity = Math.max(slots, Math.ceil(this.#capacity * 1.5), 1024);
    const { signBytes, valueBytes } = this.shape;
    // The query's values are twice as wide, for the kernel's multiplication.
    const signsAt = signBytes + valueBytes * 2;
    const valuesAt = signsAt + capacity * signBytes;
    const resultsAt = valuesAt + capacity * valueBytes;
    const needed = resultsAt + capacity * 8;
    const pages = Math.ceil(needed / PAGE) - this.#memory.buffer.byteLength / PAGE;
    if (pages > 0) this.#memory.grow(pages);
    const bytes = new Uint8Array(this.#memory.buffer);
    // The later part first: it has to move out of the way of the earlier one.
    bytes.copyWithin(valuesAt, this.#valuesAt, this.#valuesAt + this.#capacity * valueBytes);
    bytes.copyWithin(signsAt, this.#signsAt, this.#signsAt + this.#capacity * signBytes);
    const scales = new Float32Array(capacity);
    scales.set(this.#scales);
    this.#scales = scales;
    this.#capacity = capacity;
    this.#signsAt = signsAt;
    this.#valuesAt = valuesAt;
    this.#resultsAt = resultsAt;
  }

  has(slot: number): boolean {
    return (this.#scales[slot] ?? 0) !== 0;
  }

  set(slot: number, vector: Float32Array): void {
    const { signBytes, valueBytes } = this.shape;
    const { buffer } = this.#memory;
    this.revision += 1;
    this.#scales[slot] = encodeVector(vector, {
      signs: new Uint8Array(buffer, this.#signsAt + slot * signBytes, signBytes),
      values: new Int8Array(buffer, this.#valuesAt + slot * valueBytes, valueBytes),
    });
  }

  /** Drops the vectors of the slots from here on. */
  clear(from: number): void {
    this.#scales.fill(0, from);
    this.revision += 1;
  }

  /** Loads the codes of the slots from `first` on, as made by `pack`. */
  unpack(first: number, count: number, packed: Uint8Array): void {
    const { signBytes, valueBytes } = this.shape;
    const bytes = new Uint8Array(this.#memory.buffer);
    const signs = count * signBytes;
    const values = count * valueBytes;
    bytes.set(packed.subarray(0, signs), this.#signsAt + first * signBytes);
    bytes.set(packed.subarray(signs, signs + values), this.#valuesAt + first * valueBytes);
    const scales = packed.slice(signs + values, signs + values + count * 4);
    this.#scales.set(new Float32Array(scales.buffer, 0, count), first);
    this.revision += 1;
  }

  pack(first: number, count: number): Uint8Array {
    const { signBytes, valueBytes } = this.shape;
    const bytes = new Uint8Array(this.#memory.buffer);
    const packed = new Uint8Array(count * (signBytes + valueBytes + 4));
    const signs = this.#signsAt + first * signBytes;
    const values = this.#valuesAt + first * valueBytes;
    packed.set(bytes.subarray(signs, signs + count * signBytes), 0);
    packed.set(bytes.subarray(values, values + count * valueBytes), count * signBytes);
    const scales = this.#scales.slice(first, first + count);
    packed.set(new Uint8Array(scales.buffer), count * (signBytes + valueBytes));
    return packed;
  }

  /** Prepares the query for all following calls. */
  query(vector: Float32Array): CodedQuery {
    const { signBytes, valueBytes } = this.shape;
    const { buffer } = this.#memory;
    const values = new Int8Array(valueBytes);
    const scale = encodeVector(vector, { signs: new Uint8Array(buffer, 0, signBytes), values });
    new Int16Array(buffer, signBytes, valueBytes).set(values);
    const place = (slots: ArrayLike<number>): number => {
      new Uint32Array(buffer, this.#resultsAt, slots.length).set(slots);
      return this.#resultsAt + slots.length * 4;
    };
    return {
      distances: (slots) => {
        const out = place(slots);
        this.#kernel.distances(0, this.#signsAt, this.#resultsAt, slots.length, out);
        return new Uint16Array(buffer, out, slots.length);
      },
      within: (count, most) => {
        const found = this.#kernel.within(0, this.#signsAt, count, most, this.#resultsAt);
        return new Int32Array(buffer, this.#resultsAt, found);
      },
      similarities: (slots) => {
        const out = place(slots);
        this.#kernel.products(signBytes, this.#valuesAt, this.#resultsAt, slots.length, out);
        const products = new Int32Array(buffer, out, slots.length);
        const similarities = new Float32Array(slots.length);
        for (let index = 0; index < slots.length; index += 1)
          similarities[index] = products[index]! * scale * this.#scales[slots[index]!]!;
        return similarities;
      },
    };
  }
}

/** Computations for one query, valid while no vector is added or removed. */
export interface CodedQuery {
  /** The number of differing signs of these slots; valid until the next call. */
  distances(slots: ArrayLike<number>): Uint16Array;
  /** Slots below `count` that differ in at most `most` signs; valid until the next call for distances. */
  within(count: number, most: number): Int32Array;
  similarities(slots: ArrayLike<number>): Float32Array;
}
