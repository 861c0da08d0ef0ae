/** A seeded generator of numbers from 0 up to 1. */
export function randomFrom(beginning: number): () => number {
  let state = beginning >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
