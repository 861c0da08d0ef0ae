import { describe, expect, it } from 'vitest';
import { analyseText } from '../analyse/index.js';
import { composeAnswer } from './compose-answer.js';
import { selectAnswers } from './select-answers.js';

const terms = (text: string) => analyseText({ text, language: 'en' });
const BEERS =
  '# Beers\n\n| Beer | Style | ABV |\n|---|---|---|\n| Harbour Light | pale ale | 4.2 % |\n| Night Watch | stout | 5.8 % |';
const PEOPLE =
  '# Staff\n\n| Name | Dept | Tel | DOB | Qty of keys |\n|---|---|---|---|---|\n| Anna Keel | Bar | 01632 960111 | 1990-04-12 | 3 |\n| Tom Reed | Brewing | 01632 960222 | 1985-11-30 | 2 |';

async function ask(question: string) {
  const documents = [BEERS, PEOPLE].map((contents, rank) => ({
    number: rank + 1,
    title: contents.slice(2, contents.indexOf('\n')),
    path: `${rank}.md`,
    date: null,
    rank,
    contents,
    version: [],
  }));
  const answers = await selectAnswers({ question, documents, terms, most: 4 });
  const shown = { results: [], searched: true, canSearch: true, wantsList: false, isKnown: true };
  return composeAnswer({ ...answers, ...shown, question, documents, language: 'en' });
}

describe('MOD-2 columns with short names', () => {
  it.each([
    ['What is the alcohol content of Night Watch?', 'Night Watch | stout'],
    ['How strong is Harbour Light?', 'Harbour Light | pale ale'],
    ["What is Anna Keel's phone number?", 'Anna Keel |'],
    ['When was Tom Reed born?', 'Tom Reed |'],
    ['Which department is Tom Reed in?', 'Tom Reed |'],
  ])('%s', async (question, row) => {
    const answer = await ask(question);
    expect(answer).toMatch(/^- /u);
    expect(answer.split('\n')).toHaveLength(1);
    expect(answer).toContain(`“${row}`);
  });

  it.each(['When was Night Watch born?', 'What is the phone number of Night Watch?'])(
    '%s: no column for it',
    async (question) => expect(await ask(question)).not.toMatch(/^- /u),
  );
});
