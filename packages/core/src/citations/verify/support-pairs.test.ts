import { describe, expect, it } from 'vitest';
import { mistakeIn, supportPairs } from '../testing/support-pairs.test-helper.js';

/** The share that must be right. */
const LEAST = 0.95;

describe('CIT-5 pairs of claims and sources, written before the rules', () => {
  it('are judged right, with the words that decide in the passage', () => {
    const byKind = new Map<string, { right: number; all: number }>();
    const mistakes: string[] = [];
    for (const pair of supportPairs) {
      const count = byKind.get(pair.kind) ?? { right: 0, all: 0 };
      byKind.set(pair.kind, count);
      count.all++;
      const mistake = mistakeIn(pair);
      if (mistake === null) count.right++;
      else mistakes.push(`${pair.kind} [${pair.verdicts.join('/')}] ${pair.claim} -> ${mistake}`);
    }
    expect(supportPairs.length).toBeGreaterThanOrEqual(300);
    const right = 1 - mistakes.length / supportPairs.length;
    if (process.env.SHOW_PAIRS)
      console.log(JSON.stringify(Object.fromEntries(byKind)), right, `\n${mistakes.join('\n')}`);
    expect(right, mistakes.join('\n')).toBeGreaterThanOrEqual(LEAST);
  });

  it('are all right where the mistake was met in use', () => {
    const held = supportPairs.filter(({ mustHold }) => mustHold);
    expect(held.length).toBeGreaterThan(30);
    const mistakes = held.flatMap((pair) => {
      const mistake = mistakeIn(pair);
      return mistake === null ? [] : `${pair.kind}: ${pair.claim} -> ${mistake}`;
    });
    expect(mistakes).toEqual([]);
  });
});
