import { describe, expect, it } from 'vitest';
import { findCounterEvidence } from './find-counter-evidence.js';

const chunk = (itemId: string, text: string) => ({ itemId, chunkId: '0', title: itemId, text, score: 1 });
const against = (claim: string, ...texts: string[]) =>
  findCounterEvidence({ claim, chunks: texts.map((text, index) => chunk(`item${index}`, text)) }).map(
    ({ passage }) => passage.text,
  );

describe('CIT-9 what speaks against a claim', () => {
  it('another number, a denial, the opposite', () => {
    expect(
      against('The mooring fee is 90 crowns.', 'Rain fell. The mooring fee is 40 crowns. It was paid.'),
    ).toEqual(['The mooring fee is 40 crowns.']);
    expect(
      against('The harbour supports large vessels.', 'The harbour does not support large vessels.'),
    ).toHaveLength(1);
    expect(
      against('Revenue of the harbour rose in 2024.', 'Revenue of the harbour fell in 2024.'),
    ).toHaveLength(1);
  });

  it('not what bears it out, says something else, or only leaves the number out', () => {
    expect(
      against(
        'The mooring fee is 90 crowns.',
        'The mooring fee is 90 crowns.',
        'The mooring fee is payable on arrival.',
        'The lighthouse has 149 steps.',
      ),
    ).toEqual([]);
  });

  it('a quote is read by what it says, and not held against its own document', () => {
    const rules =
      'No more than six of the 20 moorings may be let at any time.\nMoorings let on 4 May 2026: 3, 9 and 17.';
    const quote = 'Mooring rules: “No more than six of the 20 moorings may be let at any time.” [2]';
    expect(against(quote, rules)).toEqual([]);
    const found = findCounterEvidence({
      claim: quote,
      chunks: [
        chunk('rules', rules),
        chunk('news', 'No more than eight of the 20 moorings may be let at any time.'),
      ],
    });
    expect(found.map(({ chunk: { itemId } }) => itemId)).toEqual(['news']);
    expect(found[0]?.reason).not.toContain('not in this source');
    // A document may contradict itself.
    expect(
      against(
        'The mooring fee is 90 crowns.',
        'The mooring fee is 90 crowns.\n\nThe mooring fee is 40 crowns.',
      ),
    ).toEqual(['The mooring fee is 40 crowns.']);
  });

  it('bounded, whatever it is given', () => {
    const text = 'The mooring fee is 40 crowns. '.repeat(20_000);
    expect(
      against(
        `The mooring fee is 90 crowns ${Array.from({ length: 10_000 }, (_, index) => `word${index}`).join(' ')}`,
        text,
      ),
    ).toEqual([]);
    expect(against('', text)).toEqual([]);
    expect(against('The mooring fee is 90 crowns.', text)).toHaveLength(1);
  });
});
