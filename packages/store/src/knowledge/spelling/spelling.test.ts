import { spellingDistance } from '@ibid/retrieval/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctTerms, type IndexedWord } from './correct-terms.js';
import { textBehind } from './text-behind.js';
import { wordsOneMistakeAway } from './words-one-mistake-away.js';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 7 });

describe('KB-3 the distance of two spellings', () => {
  it('is 1 for every word that one mistake makes, and never less than that for another', () => {
    fc.assert(
      fc.property(word, word, (left, right) => {
        const isOneMistake = wordsOneMistakeAway(left).includes(right);
        expect(spellingDistance(left, right, 2) === 1).toBe(isOneMistake);
        expect(spellingDistance(left, right, 2) === 0).toBe(left === right);
      }),
      { numRuns: 500 },
    );
  });
});

describe('KB-3 words that are one mistake away', () => {
  it('are so both ways', () => {
    fc.assert(
      fc.property(word, fc.nat(), (right, any) => {
        const typed = wordsOneMistakeAway(right);
        const one = typed[any % typed.length] ?? '';
        // The alphabet of an empty word is unknown.
        fc.pre(one !== '');
        expect(wordsOneMistakeAway(one)).toContain(right);
      }),
    );
  });

  it('are in the letters of the word', () => {
    expect(wordsOneMistakeAway('κανόνα')).toContain('κανόνας');
    expect(wordsOneMistakeAway('правла')).toContain('правила');
    expect(wordsOneMistakeAway('müler')).toEqual(expect.arrayContaining(['müller', 'muler', 'maler']));
    expect(wordsOneMistakeAway('ab')).not.toContain('aB');
  });
});

describe('KB-3 the text behind all that begin alike', () => {
  it('is behind them, and before what begins in another way', () => {
    for (const [start, behind] of [
      ['lig', 'lih'],
      ['καν', 'καξ'],
      ['naï', 'nað'],
    ] as const) {
      expect(textBehind(start)).toBe(behind);
      expect(behind > `${start}\u{10ffff}`).toBe(true);
    }
  });
});

describe('KB-3 a word that is not there', () => {
  const correct = (typed: string[], indexed: IndexedWord[]) =>
    correctTerms([{ variants: typed, count: 1 }], {
      isKnown: (one) => indexed.some((known) => known.word === one),
      among: async (words) => indexed.filter((known) => words.includes(known.word)),
      beginningWith: async ({ start }, passes) =>
        indexed.filter((known) => known.word.startsWith(start) && passes(known.word)),
    });
  const uses = (...words: string[]) => words.map((one, place) => ({ word: one, uses: 10 - place }));

  it('is the nearest ones, those used most, and counts less', async () => {
    const [term] = await correct(['comittee'], uses('committed', 'committee', 'commute'));
    expect(term).toEqual({ variants: ['committee'], count: 0.9 });
    const [two] = await correct(['lighthuose'], uses('lighthose', 'lighthouse'));
    expect(two?.variants).toEqual(['lighthose', 'lighthouse']);
    const [far] = await correct(['lighhtuose'], uses('lightning', 'lighthouse'));
    expect(far).toEqual({ variants: ['lighthouse'], count: 0.7 });
  });

  it('stays as it is if people use it, unless it is a common slip', async () => {
    const indexed = uses('never', 'class', 'found', 'insur', 'receiv', 'separ', 'definit');
    const corrected = async (typed: string, stem: string) => {
      const terms = [{ variants: [stem], count: 1, typed }];
      const [term] = await correctTerms(terms, {
        isKnown: (one) => indexed.some((known) => known.word === one),
        among: async (words) => indexed.filter((known) => words.includes(known.word)),
        beginningWith: async ({ start }, passes) =>
          indexed.filter((known) => known.word.startsWith(start) && passes(known.word)),
      });
      return term?.variants;
    };
    for (const [typed, stem] of [
      ['newer', 'newer'],
      ['clause', 'claus'],
      ['pounds', 'pound'],
      ['injured', 'injur'],
    ] as const)
      expect(await corrected(typed, stem)).toEqual([stem]);
    expect(await corrected('recieve', 'reciev')).toEqual(['receiv']);
    expect(await corrected('seperate', 'seper')).toEqual(['separ']);
    expect(await corrected('nevver', 'nevver')).toEqual(['never']);
  });

  it('of four letters is another only if two of them are swapped', async () => {
    const near = async (typed: string, ...indexed: string[]) =>
      (await correct([typed], uses(...indexed)))[0]?.variants;
    expect(await near('braek', 'brake')).toEqual(['brake']);
    expect(await near('raod', 'road')).toEqual(['road']);
    expect(await near('gaer', 'gear')).toEqual(['gear']);
    // The stem of `hinegs`, where the documents have `hinges`.
    expect(await near('hineg', 'hing')).toEqual(['hing']);
    expect(await near('gaer', 'gaur')).toEqual(['gaer']);
    expect(await near('aegr', 'gear')).toEqual(['aegr']);
    // A word of its own.
    expect(await near('sign', 'sing')).toEqual(['sign']);
    expect(await near('form', 'from')).toEqual(['form']);
  });

  it('is also found if its stem is too short to compare', async () => {
    const vocabulary = {
      isKnown: () => false,
      among: async (words: readonly string[]) => uses('even').filter(({ word }) => words.includes(word)),
      beginningWith: async () => [],
    };
    const [term] = await correctTerms([{ variants: ['evn'], count: 1, typed: 'evneing' }], vocabulary);
    expect(term).toMatchObject({ variants: ['even'], insteadOf: 'evneing' });
    const [other] = await correctTerms([{ variants: ['xyl'], count: 1, typed: 'xyling' }], vocabulary);
    expect(other?.variants).toEqual(['xyl']);
  });

  it('is corrected in its place, and of many words only some are', async () => {
    const terms = ['lighthouse', 'comittee', ...Array.from({ length: 20 }, () => 'lighthuose')];
    const asked: string[] = [];
    const corrected = await correctTerms(
      terms.map((term) => ({ variants: [term], count: 1 })),
      {
        isKnown: (one) => one === 'lighthouse',
        among: async (words) => {
          asked.push(words[0] ?? '');
          return [{ word: words.includes('committee') ? 'committee' : 'lighthouse', uses: 1 }];
        },
        beginningWith: async () => [],
      },
    );
    expect(corrected.slice(0, 3).map(({ variants }) => variants)).toEqual([
      ['lighthouse'],
      ['committee'],
      ['lighthouse'],
    ]);
    expect(corrected.at(-1)).toEqual({ variants: ['lighthuose'], count: 1 });
    expect(asked).toHaveLength(8);
  });

  it('is never looked for where it is longer than a word', async () => {
    const long = [{ variants: ['a'.repeat(50_000)], count: 1 }];
    const among = () => Promise.reject(new Error('asked'));
    expect(await correctTerms(long, { isKnown: () => false, among, beginningWith: among })).toBe(long);
  });

  it('stays as it is where it is known in one of its forms, short, a code, or like no other', async () => {
    for (const typed of [['comittee', 'committee'], ['cat'], ['a1235'], ['zanzibar']]) {
      const terms = [{ variants: typed, count: 1 }];
      expect(await correct(typed, uses('committee', 'car', 'a1234', 'lighthouse'))).toEqual(terms);
    }
  });
});
