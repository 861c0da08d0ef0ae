import { describe, expect, it } from 'vitest';
import { wordsOneMistakeAway } from './words-one-mistake-away.js';

describe('KB-4 words one mistake away', () => {
  it('are those of one script, with its marked letters', () => {
    const found = wordsOneMistakeAway('recieve');
    expect(found).toContain('receive');
    expect(wordsOneMistakeAway('strasse')).toContain('strase');
    expect(wordsOneMistakeAway('größe')).toContain('größer');
    expect(wordsOneMistakeAway('москва')).toContain('мосва');
  });

  it('are few for a word that mixes many scripts: no letters of all of them at every place', () => {
    const blocks = [0x61, 0x3b1, 0x430, 0x561, 0x5d0, 0x627, 0x905, 0x985, 0xa05, 0xa85, 0x10d0, 0x1200];
    const mixed = Array.from({ length: 32 }, (_, at) =>
      String.fromCodePoint((blocks[at % blocks.length] ?? 0) + (at % 9)),
    );
    expect(wordsOneMistakeAway(mixed.join('')).length).toBeLessThan(100);
  });
});
