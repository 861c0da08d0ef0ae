import { describe, expect, it } from 'vitest';
import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { ClaimVerifier } from './claim-verifier.js';
import { TokenRun } from './token-run.js';

const chunk = (text: string): RetrievedChunk => ({ itemId: 'item', chunkId: '0', title: '', text, score: 1 });
const check = (claim: string, text: string) => {
  const chunks = [chunk(text)];
  return new ClaimVerifier({ chunks }).check({ claim, chunks });
};

/** How often words were read during the work; the same on any machine. */
function wordsAsked(work: () => void): number {
  const own = Object.getOwnPropertyDescriptor(TokenRun.prototype, 'word');
  const word = own?.value as (this: TokenRun, index: number) => string;
  let times = 0;
  const count = function count(this: TokenRun, index: number): string {
    times++;
    return word.call(this, index);
  };
  Object.defineProperty(TokenRun.prototype, 'word', { ...own, value: count });
  try {
    work();
  } finally {
    Object.defineProperty(TokenRun.prototype, 'word', { ...own });
  }
  return times;
}

describe('CIT-5 hard input ends, and throws nothing', () => {
  it('a source of 20 MB without a line break', () => {
    const text = 'The tower was 1,243 metres tall in May 1962, said Ann. '.repeat(370_000);
    expect(check('The tower was 1,243 metres tall.', text).verdict).toBe('supported');
  });

  it('a source of 20 MB that says it once, near its end', () => {
    const said = 'The keeper of Marrow Point was paid 41 crowns a month.';
    const text = `${'The tower stood there, in all weathers. '.repeat(450_000)}${said}${' It rained.'.repeat(200_000)}`;
    const { verdict, passage } = check('The keeper of Marrow Point was paid 41 crowns a month.', text);
    expect(verdict).toBe('supported');
    expect(text.slice(passage?.start, passage?.end)).toBe(said);
    expect(check('The keeper of Marrow Point was paid 43 crowns a month.', text).verdict).toBe('unsupported');
  });

  it('a claim of 10,000 words', () => {
    const claim = 'the old keeper painted 12 iron bridges and '.repeat(1_300);
    expect(check(claim, 'The keeper painted 12 bridges. It rained.').score).toBeLessThanOrEqual(1);
    expect(check(claim, claim)).toMatchObject({ verdict: 'weak', reason: expect.stringMatching(/too long/) });
  });

  // Each of these once took minutes, or for ever: patterns that could match the same signs in many ways, and pronouns
  // that looked at every name before them.
  it.each([
    [
      'a line of dashes before a clause',
      'Under clause 4, he must pay.',
      `${'-'.repeat(50_000)}\nHe must pay.`,
    ],
    ['spaces before a clause', 'Under clause 4, he must pay.', `${' '.repeat(50_000)}\nHe must pay.`],
    ['capitals before a short name', 'Otto must pay.', `By ${'A'.repeat(190)}! ("Landlord")\nHe must pay.`],
    [
      'empty lines behind a greeting',
      'Otto must pay.',
      `Dear Otto,\nYou must pay.\nBest${'\n'.repeat(50_000)}`,
    ],
    ['pronouns without a stop', 'Tom Okafor must pay.', `Tom Okafor ${'he '.repeat(15_000)} must pay`],
    ['pronouns with stops', 'Tom Okafor must pay.', `Tom Okafor paid. ${'He paid. '.repeat(6_000)}`],
    ['names', 'Tom Okafor must pay.', 'Tom Okafor met Ann Lee. She paid him. '.repeat(1_500)],
    ['statements in a claim', `Otto must pay${', and the roof leaks'.repeat(150)}.`, 'Otto must pay.'],
  ])('%s', (_, claim, text) => {
    expect(check(claim, text).score).toBeLessThanOrEqual(1);
  });

  // Repetitive text in a sentence of the longest length that is read. Such text once took cubic work.
  it.each([
    ['brackets', '(see [1]) '],
    ['statements', 'paid 41 crowns; '],
    ['names', 'Marrow Point '],
    ['names with commas', 'Ann, and Bob, '],
    ['names with stops', 'Ann B. '],
    ['verbs', 'keeper-paid-'],
    ['roles', 'Ann paid Bob '],
    ['labels', 'Desk: 4410 | '],
    ['offices', 'chair Ann Bo, captain '],
    ['steps', 'then paid, once the keeper '],
    ['a record', 'Field: value 7 crowns\n'],
    ['a wide row', ' keeper paid 41 |'],
  ])('%s, in claim and source', (_, part) => {
    const text = `The keeper of Marrow Point was paid. ${part.repeat(Math.ceil(100_000 / part.length))}`;
    const times = wordsAsked(() => expect(check(text, text).score).toBeLessThanOrEqual(1));
    expect(times).toBeLessThan(5_000_000);
  });

  it.each([
    ['flags', 'no alarm, or lamp 7, not on Monday from 9 am to 5 pm, and '],
    ['denials', 'no alarm '],
    ['days', 'Monday Tuesday 9 am '],
  ])('a record of many fields, and a claim of %s', (_, part) => {
    const fields = Array.from({ length: 190 }, (_, index) => [`alarm_lamp_${index}`, index % 2 === 0]);
    const days = { alarm: true, lamp: null, hours: { Monday: '9:00-17:00', Tuesday: 'closed' } };
    const record = JSON.stringify({ ...Object.fromEntries(fields), ...days });
    for (const length of [600, 3_000]) {
      const claim = part.repeat(Math.floor(length / part.length));
      const times = wordsAsked(() => expect(check(claim, record).score).toBeLessThanOrEqual(1));
      expect(times).toBeLessThan(5_000_000);
    }
  });

  it('a record of brackets within brackets', () => {
    const text = `{"a": 1, "b": 2, "c": 3, "d": ${'['.repeat(30_000)}{${'"a": 1, '.repeat(5_000)}`;
    expect(check('The a is 1, and there is no b.', text).score).toBeLessThanOrEqual(1);
  });

  it.each([
    ['no sentences', 'word '.repeat(50_000), 'a word and 12 words'],
    ['nothing but commas and bars', ',|'.repeat(50_000), 'It costs 12 pounds.'],
    ['a table of a thousand rows', `| a | b |\n${'| x | 5 |\n'.repeat(1_000)}`, 'The b of x is 6.'],
    ['right to left', 'הגשר נפתח בשנת 1934 ואורכו 412 מטרים.', 'הגשר נפתח בשנת 1934.'],
    ['scripts mixed', 'The 橋 was opened في 1934, длина 412 м.', 'The 橋 was opened في 1934.'],
  ])('%s', (_, text, claim) => {
    const { score, passage } = check(claim, text);
    expect(score).toBeGreaterThanOrEqual(0);
    expect(passage?.text ?? '').toBe(passage ? text.slice(passage.start, passage.end) : '');
  });
});
