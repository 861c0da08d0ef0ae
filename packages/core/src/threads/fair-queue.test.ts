import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.js';

describe('KB-1 everybody has a line', () => {
  it('takes from each line in turn, and passes over those who may not have one now', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.add('a', item);
    for (const item of ['b1', 'b2']) queue.add('b', item);
    queue.add('c', 'c1');
    expect(queue.take()).toBe('a1');
    expect(queue.take((owner) => owner !== 'b')).toBe('c1');
    expect(queue.size).toBe(4);
    expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual(['b1', 'a2', 'b2', 'a3']);
    expect(queue.take()).toBeUndefined();
  });

  it('gives back what is taken out', () => {
    const queue = new FairQueue<number>();
    for (const item of [1, 2, 3]) queue.add('a', item);
    expect(queue.remove((item) => item === 2)).toEqual([2]);
    expect([queue.take(), queue.take(), queue.size]).toEqual([1, 3, 0]);
  });
});
