import { describe, expect, it } from 'vitest';
import { ClaimVerifier } from './claim-verifier.js';

const text =
  '# Open tasks of the year\n\n| Task | What | Hours | State |\n| --- | --- | --- | --- |\n| EN-11 | Oil leak at 3 places | 70 | open |\n| SA-01 | Dish does not track above 70 degrees | 0 | open |';
const chunk = { itemId: 'log', chunkId: '0', title: 'Maintenance log', text, score: 1 };
const check = (claim: string) => new ClaimVerifier({ chunks: [chunk] }).check({ claim, chunks: [chunk] });

describe('CIT-5 a sentence that only quotes', () => {
  it('is supported by the words it quotes', () => {
    const quote = 'SA-01 | Dish does not track above 70 degrees | 0 | open';
    for (const claim of [`“${quote}” [1]`, `- Maintenance log: “${quote}” [1]`]) {
      const { verdict, passage } = check(claim);
      expect(verdict).toBe('supported');
      expect(passage?.text).toContain(quote);
    }
  });

  it('is not when it says more or quotes something else', () => {
    expect(check('“SA-01 | Dish does not track above 90 degrees | 0 | open” [1]').verdict).not.toBe(
      'supported',
    );
    expect(check('It was painted green: “Dish does not track above 70 degrees” [1]').verdict).not.toBe(
      'supported',
    );
  });
});
