import { analyseText, splitWords } from '@ibid/retrieval/internal';
import type { SearchHit } from '@ibid/retrieval/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withCorrections } from './with-corrections.js';

const LANGUAGES = ['en', 'de', 'fr', 'el', null];

function hitOf(text: string): SearchHit {
  return {
    id: 'c1',
    itemId: 'i1',
    knowledgeBaseId: 'k1',
    ordinal: 0,
    text,
    headingPath: [],
    page: null,
    span: { start: 0, end: text.length },
    tokens: 1,
    title: '',
    itemName: '',
    url: null,
    metadata: {},
    date: null,
    score: 1,
    ranks: {},
  };
}

const found = (text: string, stem: string) =>
  withCorrections({
    hits: [hitOf(text)],
    terms: [{ variants: [stem], count: 1, insteadOf: 'typed' }],
    languages: LANGUAGES,
  })[0]?.corrected?.map((correction) => correction.found) ?? [];

const stemsOf = (word: string) => LANGUAGES.flatMap((language) => analyseText({ text: word, language }));

describe('KB-3 the word of a hit that was searched for', () => {
  it('is the first of all its words that has the stem', () => {
    const written = `Ledger ledgers Überweisung U\u0308berweisungen Straße strassen élève élèves κανόνας κανόνων l'élève
      well-known run_target ＬＥＤＧＥＲ 灯台守 (received) receives`;
    const word = fc.constantFrom(...written.split(/\s+/));
    const gap = fc.constantFrom(' ', '\n', ', ', '\u00a0', ' - ', '/');
    const text = fc
      .array(fc.tuple(word, gap), { minLength: 1, maxLength: 12 })
      .map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(text, fc.nat(), (hit, any) => {
        const words = splitWords(hit.normalize('NFKC').toLowerCase()).map(({ word: one }) => one);
        // Only stems whose first letters occur in a word with that stem; no others are looked up.
        const stems = words
          .flatMap(stemsOf)
          .filter((stem) =>
            words.some((one) => plain(one).includes(plain(stem).slice(0, 2)) && stemsOf(one).includes(stem)),
          );
        const stem = stems[any % stems.length]!;
        const first = words.find(
          (one) => plain(one).includes(plain(stem).slice(0, 2)) && stemsOf(one).includes(stem),
        );
        expect(found(hit, stem)).toEqual([first]);
      }),
      { numRuns: 300 },
    );
  });

  it('is none where no word has it', () => {
    expect(found('The ledgers of the harbour.', 'lectur')).toEqual([]);
    expect(found('', 'ledger')).toEqual([]);
  });
});

function plain(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '');
}
