import { describe, expect, it } from 'vitest';
import { listUncitedClaims } from './list-uncited-claims.js';

const uncited = (answer: string) => listUncitedClaims(answer).map(({ text }) => text);

describe('CIT-5 claims without a citation', () => {
  it('lists a sentence that names no source, at its place', () => {
    const answer =
      'The tower is 330 metres tall [1]. The bridge opened in May 1937. It is so, says the guide book. [2]';
    const [claim] = listUncitedClaims(answer);
    expect(claim?.text).toBe('The bridge opened in May 1937.');
    expect(answer.slice(claim?.range.start, claim?.range.end)).toBe(claim?.text);
    expect(listUncitedClaims(answer)).toHaveLength(1);
  });

  it('takes no phrase, question, heading, lead-in or code for a claim', () => {
    const answer =
      '# The history of the tower\n\nYes, of course. What else would you like to know about towers?\n\nThe main facts about the tower are:\n\n```\nconst height = tower.height + bridge.height;\n```\n\n- The tower was built in 1889 [1]';
    expect(uncited(answer)).toEqual([]);
  });

  it('a marker before the sentence does not count, one of an unknown number neither', () => {
    expect(uncited('The cat sat there all day. [1] The dog slept under the table.')).toEqual([
      '[1] The dog slept under the table.',
    ]);
    const answer = 'The cat sat there all day [2023].';
    expect(listUncitedClaims(answer, { isKnown: (number) => number < 10 })).toHaveLength(1);
  });

  it('takes no word on what the sources leave open for a claim', () => {
    for (const sentence of [
      'Therefore, it is not possible to provide a complete answer based solely on the given passages.',
      'Based on the provided documents, the year of the fire cannot be determined.',
      'However, none of the passages provide information about the price of the crossing.',
      'Unfortunately, the documents do not mention who paid for the repairs of the mole.',
    ])
      expect(uncited(sentence), sentence).toEqual([]);
    for (const sentence of [
      'None of the tenants answered the letter about the repairs of the roof.',
      'The cause of the fire cannot be determined by divers after more than ten days.',
    ])
      expect(uncited(sentence), sentence).toEqual([sentence]);
  });
});
