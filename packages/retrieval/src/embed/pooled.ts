import type { Pooling } from '../local-models/index.js';

/** Combines the vectors of a text's tokens into one. */
export function pooled(options: {
  /** Concatenated. */
  states: Float32Array;
  dimensions: number;
  pooling: Pooling;
}): Float32Array {
  const { states, dimensions, pooling } = options;
  const tokens = states.length / dimensions;
  if (pooling === 'cls') return states.slice(0, dimensions);
  if (pooling === 'last') return states.slice((tokens - 1) * dimensions);
  const vector = states.slice(0, dimensions);
  for (let token = 1; token < tokens; token += 1) {
    const offset = token * dimensions;
    for (let index = 0; index < dimensions; index += 1) {
      const value = states[offset + index]!;
      // Not divided by the count: the vector is normalised anyway.
      if (pooling === 'mean') vector[index]! += value;
      else if (value > vector[index]!) vector[index] = value;
    }
  }
  return vector;
}
