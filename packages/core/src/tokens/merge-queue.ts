const NONE = -1;
/** More than any position in a piece, so rank and position fit one number, ordered by rank first. */
const PLACES = 2 ** 20;

/**
 * A binary heap of the pairs of a long piece, by rank and then from left to right. Pairs that have changed are skipped.
 */
export class MergeQueue {
  #heap = new Float64Array(1024);
  #size = 0;

  /** Refills the heap with the rank of each position. */
  fill(ranks: Int32Array, length: number): void {
    this.#size = 0;
    if (this.#heap.length < length * 2) this.#heap = new Float64Array(length * 2);
    for (let place = 0; place < length; place += 1) {
      const rank = ranks[place] as number;
      if (rank !== NONE) this.#heap[this.#size++] = rank * PLACES + place;
    }
    for (let index = (this.#size >> 1) - 1; index >= 0; index -= 1) this.#sink(index);
  }

  add(rank: number, place: number): void {
    if (this.#size === this.#heap.length) {
      const larger = new Float64Array(this.#size * 2);
      larger.set(this.#heap);
      this.#heap = larger;
    }
    const heap = this.#heap;
    const key = rank * PLACES + place;
    let index = this.#size++;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent] as number;
      if (above <= key) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = key;
  }

  /** The position of the lowest rank that is still valid, or -1. */
  take(ranks: Int32Array): number {
    while (this.#size > 0) {
      const key = this.#heap[0] as number;
      this.#size -= 1;
      if (this.#size > 0) {
        this.#heap[0] = this.#heap[this.#size] as number;
        this.#sink(0);
      }
      const place = key % PLACES;
      if (ranks[place] === (key - place) / PLACES) return place;
    }
    return NONE;
  }

  #sink(from: number): void {
    const heap = this.#heap;
    const size = this.#size;
    const key = heap[from] as number;
    let index = from;
    for (;;) {
      let child = index * 2 + 1;
      if (child >= size) break;
      if (child + 1 < size && (heap[child + 1] as number) < (heap[child] as number)) child += 1;
      if ((heap[child] as number) >= key) break;
      heap[index] = heap[child] as number;
      index = child;
    }
    heap[index] = key;
  }
}
