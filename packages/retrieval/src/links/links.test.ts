import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkNames } from './link-names.js';
import { linkKey } from './link-words.js';
import { NameMatcher } from './name-matcher.js';

const matcherOf = (...names: string[]): NameMatcher => {
  const matcher = new NameMatcher();
  for (const name of names) matcher.add(linkKey(name));
  return matcher;
};

describe('KB-7 what an item is called', () => {
  it('drops a trailing parenthesis and keeps identifiers', () => {
    expect(linkNames({ title: 'Theodred II (Bishop of Elmham)', name: 'x', externalId: null })).toEqual([
      'theodred ii',
    ]);
    expect(linkNames({ title: 'ABC-123: Login fails', name: 'login.md', externalId: 'jira/OPS-7' })).toEqual([
      'abc-123 login fails',
      'login md',
      'abc-123',
      'ops-7',
    ]);
  });

  it('gives no name to what names nothing', () => {
    expect(linkNames({ title: 'Overview', name: 'a', externalId: null })).toEqual([]);
    expect(linkNames({ title: '', name: '', externalId: null })).toEqual([]);
  });
});

describe('KB-7 mentions in a text', () => {
  it('finds names whatever their case, at word borders only, the longest where several begin', () => {
    const matcher = matcherOf('New York', 'New York City', 'York', 'ABC-123', 'Zürich');
    const found = matcher.find("In NEW YORK CITY, new york's mayor saw abc-123. Yorkshire, Zurich!");
    expect(found.map(({ mention }) => mention)).toEqual(['NEW YORK CITY', 'new york', 'abc-123', 'Zurich']);
  });

  it('finds names in scripts without spaces', () => {
    expect(
      matcherOf('北京大学')
        .find('他在北京大学读书。')
        .map(({ mention }) => mention),
    ).toEqual(['北京大学']);
  });

  it('gives exact positions and misses no planted name', () => {
    const word = fc.constantFrom('red', 'blue', 'green', 'fox', 'bear', 'Árbol');
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), fc.array(word), (names, noise) => {
        const matcher = matcherOf(...names);
        const text = `${noise.join(' ')} . ${names[0]} . end`;
        const found = matcher.find(text);
        for (const mention of found) {
          expect(text.slice(mention.start, mention.end)).toBe(mention.mention);
          expect(linkKey(mention.mention)).toBe(mention.key);
        }
        for (let index = 1; index < found.length; index += 1) {
          expect(found[index]!.start).toBeGreaterThanOrEqual(found[index - 1]!.end);
        }
        expect(found.length).toBeGreaterThan(0);
      }),
    );
  });
});
