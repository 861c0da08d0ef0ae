import { describe, expect, it } from 'vitest';
import { namesInText } from './hops/names-in-text.js';
import { namesInQuestion } from './names-in-question.js';

describe('AGR-5 names in the question', () => {
  it.each([
    ['Who directed The Boy Who Cried Werewolf?', ['Boy Who Cried Werewolf']],
    ['What does the "oil leak" report say about EN-11?', ['oil leak', 'EN-11']],
    ["Who is Alfonso II of Aragon's father?", ['Alfonso II of Aragon']],
    ['how long does it take', []],
    ['Is Berlin larger than New York?', ['New York', 'Berlin']],
  ])('%s', (question, names) => {
    expect(namesInQuestion(question)).toEqual(expect.arrayContaining(names));
    if (names.length === 0) expect(namesInQuestion(question)).toEqual([]);
  });
});

describe('AGR-5 names in a text', () => {
  it('leaves off the small words that open a sentence, and possessives', () => {
    const names = namesInText("The film was made by Pál Gábor. In Mountrail County, Anna's house stands.");
    expect(names.map(({ name }) => name)).toEqual(['Pál Gábor', 'Mountrail County', 'Anna']);
  });

  it('gives places that lie in the text', () => {
    const text = 'It was found by Sofia Marchetti in Cadiz.';
    for (const { name, start } of namesInText(text)) expect(text.slice(start)).toContain(name);
  });
});
