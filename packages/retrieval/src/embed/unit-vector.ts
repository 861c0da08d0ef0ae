/**
 * Scales a vector to length 1, so the dot product is the similarity. A zero vector stays zero.
 *
 * ```ts
 * import { unitVector } from '@ibid/retrieval';
 *
 * console.log(unitVector([3, 4])); // 0.6 and 0.8
 * ```
 */
export function unitVector(values: ArrayLike<number>): Float32Array {
  const vector = Float32Array.from(values);
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  if (length > 0) for (let index = 0; index < vector.length; index += 1) vector[index]! /= length;
  return vector;
}
