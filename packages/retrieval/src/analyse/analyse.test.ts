import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyseQuery } from './analyse-query.js';
import { analyseText } from './analyse-text.js';
import { detectLanguage } from './detect-language.js';

const tokens = (text: string, language: string | null = 'en') => analyseText({ text, language });
const terms = (text: string, ...languages: (string | null)[]) =>
  analyseQuery({ text, languages }).map((term) => term.variants.join('|'));

describe('KB-4 words are stemmed in their own language', () => {
  it('joins the forms of a word', () => {
    expect(tokens('Houses, housing', 'en')).toEqual(['hous', 'hous']);
    expect(tokens('Häuser Haus', 'de')).toEqual(['haus', 'haus']);
    expect(tokens('дома домов', 'ru')).toEqual(['дом', 'дом']);
    expect(tokens('corriendo', 'es')).toEqual(tokens('correr', 'es'));
  });

  it('folds case and accents only as far as the language allows', () => {
    expect(tokens('Café ÉTÉ', 'fr')).toEqual(tokens('cafe ete', 'fr'));
    expect(tokens('får far', 'sv')).toEqual(['får', 'far']);
    expect(tokens('ISPARTA ısparta', 'tr')[0]).toBe(tokens('ISPARTA ısparta', 'tr')[1]);
    expect(tokens('ΛΌΓΟΣ λόγος', 'el')[0]).toBe(tokens('ΛΌΓΟΣ λόγος', 'el')[1]);
    expect(tokens('الكِتَاب', 'ar')).toEqual(tokens('الكتاب', 'ar'));
    expect(tokens('ｆｕｌｌ　ｗｉｄｔｈ', 'en')).toEqual(['full', 'width']);
  });

  it('keeps vowel signs with their letters', () => {
    expect(tokens('हिन्दी भाषा', 'hi')).toEqual(['हिन्दी', 'भाषा']);
  });

  it('indexes scripts without spaces as pairs of characters', () => {
    expect(tokens('北京大学', 'zh')).toEqual(['北京', '京大', '大学']);
    expect(tokens('東', 'ja')).toEqual(['東']);
    expect(tokens('ไทย', 'th')).toEqual(['ไท', 'ทย']);
    expect(tokens('iPhone手机', 'zh')).toEqual(['i', 'phone', 'iphone', '手机']);
  });
});

describe('KB-3 identifiers are found whole and by their parts', () => {
  it('whichever way they are written', () => {
    for (const written of ['runTarget', 'run_target', 'RunTarget', 'run-target', 'RUN_TARGET'])
      expect(tokens(written)).toEqual(['run', 'target', 'runtarget']);
    expect(tokens('HTTPServer2')).toEqual(['http', 'server', '2', 'httpserver2']);
    expect(tokens('ABC-123')).toEqual(['abc', '123', 'abc123']);
  });

  it('leaves plain words alone', () => {
    expect(tokens("McDonald's don't")).toEqual(['mc', 'donald', 'mcdonald', 'don']);
    expect(tokens("l'avion", 'fr')).toEqual(['l', 'avion']);
  });
});

describe('KB-4 a query is searched in its own language', () => {
  it('without the words that only shape the question', () => {
    expect(terms('What is the purpose of the house?', 'en')).toEqual(['purpos', 'hous']);
    expect(terms('Wann wurde das Haus gebaut?', 'de')).toEqual(['haus', 'gebaut']);
    expect(terms('首都是什么？', 'zh')).toEqual(['首都', '都是']);
  });

  it('without the ending that a quotation mark cuts off from its name', () => {
    expect(terms('What does "Keep"\'s policy say?', 'en')).toEqual(['keep', 'polici', 'say']);
    expect(terms('the “Keep”’s policy', 'en')).toEqual(['keep', 'polici']);
    expect(terms('option s', 'en')).toEqual(['option', 's']);
    expect(terms("'s", 'en')).toEqual(['s']);
  });

  it('keeps them when there is nothing else', () => {
    expect(terms('who is who', 'en')).toEqual(['who', 'is']);
    expect(analyseQuery({ text: 'to be', languages: ['en'] })).toHaveLength(2);
  });

  it('tries a word in each language it may be in', () => {
    expect(terms('Häuser', 'de', 'en')).toEqual(['haus|hauser']);
    expect(analyseQuery({ text: 'fox fox', languages: ['en'] })).toEqual([
      { variants: ['fox'], count: 2, typed: 'fox' },
    ]);
    const quoted = analyseQuery({ text: 'the fox and “Foxes and hens”', languages: ['en'] });
    expect(quoted.map(({ typed, isQuoted }) => [typed, isQuoted ?? false])).toEqual([
      ['fox', true],
      ['hens', true],
    ]);
  });

  it('finds every word of a text by that word', () => {
    const language = fc.constantFrom('en', 'de', 'fr', 'ru', 'tr', 'ar', null);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), language, (text, spoken) => {
        const indexed = new Set(tokens(text, spoken));
        for (const term of analyseQuery({ text, languages: [spoken] }))
          expect(term.variants.some((variant) => indexed.has(variant))).toBe(true);
      }),
    );
  });

  it('gives tokens of letters, marks and digits only, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const token of tokens(text, null)) expect(token).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
      }),
    );
  });
});

describe('KB-4 the language of a text', () => {
  it('is found from its letters or its words', () => {
    expect(detectLanguage('The committee will decide on the budget in the spring.')).toBe('en');
    expect(detectLanguage('Der Ausschuss entscheidet im Frühjahr über den Haushalt.')).toBe('de');
    expect(detectLanguage('Комитет примет решение о бюджете весной.')).toBe('ru');
    expect(detectLanguage('委员会将在春季决定预算。')).toBe('zh');
    expect(detectLanguage('委員会は春に予算を決定します。')).toBe('ja');
    expect(detectLanguage('คณะกรรมการจะตัดสินใจ')).toBe('th');
  });

  it('is unknown where it cannot be told', () => {
    expect(detectLanguage('')).toBeNull();
    expect(detectLanguage('42 + 17 = 59')).toBeNull();
    expect(detectLanguage('OK')).toBeNull();
  });
});

describe('KB-4 a query that is no question', () => {
  it('is bounded, whatever script it is in and however its characters unfold', () => {
    const han = Array.from({ length: 4000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 37) % 20_000)));
    expect(analyseQuery({ text: han.join(''), languages: ['zh'] })).toHaveLength(256);
    const words = Array.from({ length: 3000 }, (_, at) => `word${at.toString(36)}x`);
    expect(analyseQuery({ text: words.join(' '), languages: ['en'] })).toHaveLength(256);
    const unfolding = analyseQuery({ text: '\ufdfa'.repeat(4000), languages: ['ar', 'en', null] });
    expect(Math.max(...unfolding.map(({ count }) => count))).toBeLessThan(2000);
  });
});
