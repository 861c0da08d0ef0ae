/** The keys with the highest scores above the floor, best first; equal scores in order of the keys. */
export function bestOf(keys: ArrayLike<number>, scores: Float32Array, limit: number, floor = 0): number[] {
  // A heap whose root is the worst of the best: one comparison rejects most keys.
  const heap: number[] = [];
  const worse = (left: number, right: number): boolean =>
    scores[left]! < scores[right]! || (scores[left]! === scores[right]! && left > right);
  const sink = (start: number): void => {
    for (let parent = start; ;) {
      let child = 2 * parent + 1;
      if (child >= heap.length) return;
      if (child + 1 < heap.length && worse(heap[child + 1]!, heap[child]!)) child += 1;
      if (!worse(heap[child]!, heap[parent]!)) return;
      [heap[parent], heap[child]] = [heap[child]!, heap[parent]!];
      parent = child;
    }
  };
  let threshold = floor;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index]!;
    if (scores[key]! <= threshold) continue;
    if (heap.length < limit) {
      heap.push(key);
      if (heap.length === limit) {
        for (let parent = (limit >> 1) - 1; parent >= 0; parent -= 1) sink(parent);
        threshold = scores[heap[0]!]!;
      }
    } else {
      heap[0] = key;
      sink(0);
      threshold = scores[heap[0]!]!;
    }
  }
  return heap.sort((left, right) => scores[right]! - scores[left]! || left - right);
}
