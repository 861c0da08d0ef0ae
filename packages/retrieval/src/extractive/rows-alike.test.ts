import { describe, expect, it } from 'vitest';
import { analyseText } from '../analyse/index.js';
import { selectAnswers } from './select-answers.js';

const terms = (text: string) => analyseText({ text, language: 'en' });
const rows = Array.from({ length: 12 }, (_, row) => `| Bay ${row} | ${row + 100} | Sand |`);
const depths = `| Bay | Depth in metres | Remarks |\n| --- | --- | --- |\n${rows.join('\n')}\n| Narwhal hole | 1450 | Rock |`;
const manual =
  '# Diving manual\n\nDives below 30 metres need the written permission of the captain. A diver needs a certificate.';
const documents = [
  { title: 'Depths', contents: depths },
  { title: 'Diving manual', contents: manual },
].map((one, rank) => ({
  ...one,
  number: rank + 1,
  path: `${one.title}.md`,
  date: null,
  version: [],
  rank,
}));
/** Like a semantic model for which a whole sheet of depths is close to a question about depth. */
const similarity = async (texts: readonly string[]) =>
  texts.map((text) => (text.includes('|') ? 0.6 : /div/iu.test(text) ? 0.5 : 0.1));

async function quoted(question: string) {
  const { sentences } = await selectAnswers({ question, documents, terms, most: 4, similarity });
  return sentences.map(({ text }) => text);
}

describe('MOD-2 rows that the question does not tell apart', () => {
  it('give way to what is said of the thing asked about', async () => {
    expect((await quoted('How deep may a diver go?'))[0]).toContain('30 metres');
  });

  it('are quoted where one of them is named, or the table is what was asked about', async () => {
    expect((await quoted('How deep is the Narwhal hole?'))[0]).toContain('1450');
    expect((await quoted('What is the depth of each bay?'))[0]).toContain('Bay');
  });
});
