import { describe, expect, it } from 'vitest';
import { askedWords } from './asked-words.js';

const words = (question: string) => askedWords(question).split(/\s+/u).filter(Boolean);

describe('MOD-2 what a question asks for', () => {
  it.each([
    ['How does Ibid number sources?', ['Ibid', 'number', 'sources?']],
    ['Wer repariert die Winde im Hafen?', ['repariert', 'Winde', 'Hafen?']],
    ['Quand le phare a-t-il brûlé ?', ['phare', '-t-', 'brûlé', '?']],
    ['¿Dónde está el faro 12?', ['¿', 'está', 'faro', '12?']],
  ])('%s', (question, expected) => {
    expect(words(question)).toEqual(expected);
  });

  it('is the whole question where it is made of nothing else', () => {
    expect(askedWords('Who are they?')).toBe('Who are they?');
    expect(askedWords('灯台はどこですか')).toBe('灯台はどこですか');
  });
});
