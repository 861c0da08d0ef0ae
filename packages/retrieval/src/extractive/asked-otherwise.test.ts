import { describe, expect, it } from 'vitest';
import { askPapers } from './ask-papers.test-helper.js';

const BEERS =
  '# Beers\n\n| Beer | Style | ABV |\n|---|---|---|\n| Harbour Light | pale ale | 4.2 % |\n| Night Watch | stout | 5.8 % |';
const PEOPLE =
  '# Staff\n\n| Name | Dept | Tel | DOB | Qty of keys |\n|---|---|---|---|---|\n| Anna Keel | Bar | 01632 960111 | 1990-04-12 | 3 |\n| Tom Reed | Brewing | 01632 960222 | 1985-11-30 | 2 |';

const ask = (question: string) => askPapers(question, [BEERS, PEOPLE]);

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
