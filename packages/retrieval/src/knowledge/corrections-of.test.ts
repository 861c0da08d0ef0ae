import { describe, expect, it } from 'vitest';
import { correctionFigures, correctionsIn, correctionsOf, tellCorrections } from './corrections-of.js';

const hit = (...found: string[]) => ({ corrected: found.map((word) => ({ typed: 'ruder', found: word })) });

describe('KB-3 what was searched for instead', () => {
  it('is told once, the word of most hits first', () => {
    const corrections = correctionsOf([hit('rudders'), hit('rudder'), {}, hit('rudder'), hit('rider')]);
    expect(corrections).toEqual([{ typed: 'ruder', found: ['rudder', 'rudders', 'rider'] }]);
    expect(tellCorrections(correctionsOf([hit('rudder', 'rider')]))).toBe(
      'Searched for “rudder” and “rider” instead of “ruder”.',
    );
  });

  it('comes back out of a tool’s result, and is nothing where nothing was corrected', () => {
    const corrections = correctionsOf([hit('rudder')]);
    expect(correctionsIn(correctionFigures(corrections))).toEqual(corrections);
    expect(correctionFigures([])).toEqual({});
    for (const other of [null, {}, { corrected: 3 }, { corrected: [null, 'x', { typed: 1, found: [] }] }])
      expect(correctionsIn(other)).toEqual([]);
  });
});
