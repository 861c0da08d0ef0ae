import { describe, expect, it } from 'vitest';
import { analyseText } from '../analyse/index.js';
import { statedVersion } from '../parse/stated-version.js';
import { composeAnswer } from './compose-answer.js';
import { selectAnswers } from './select-answers.js';

const terms = (text: string) => analyseText({ text, language: 'en' });

async function ask(question: string, contents: string) {
  const document = { number: 1, title: 'Rules', path: 'rules.md', date: null, rank: 0, contents };
  const documents = [{ ...document, version: statedVersion(contents) }];
  const answers = await selectAnswers({ question, documents, terms, most: 4 });
  const shown = { results: [], searched: true, canSearch: true, wantsList: false, isKnown: true };
  return composeAnswer({ ...answers, ...shown, question, documents, language: 'en' });
}

describe('MOD-2 a rule and its exception', () => {
  it.each([
    [
      'May visitors take photographs?',
      'Visitors may not take photographs in the reading room.',
      'Exceptions are granted by the head of the archive.',
    ],
    [
      'Are bicycles allowed in the glasshouse?',
      'Bicycles are forbidden in the glasshouse.',
      'Folding bicycles are exempt from this rule.',
    ],
    [
      'Can apprentices work the lathe?',
      'Apprentices do not work the lathe.',
      'This does not apply in the last year of their training.',
    ],
    ['Is smoking permitted on deck?', 'Smoking on deck is prohibited.', 'The mate may allow it in port.'],
  ])('are quoted together: %s', async (question, rule, exception) => {
    const answer = await ask(question, `# Rules\n\n${rule} ${exception} The door is locked at six.`);
    expect(answer).toContain(`“${rule}” [1] “${exception}” [1]`);
    // Once, and not separately as well.
    expect(answer.split(exception)).toHaveLength(2);
  });

  it('are not joined where the next sentence is about something else', async () => {
    const contents =
      '# Rules\n\nBicycles are forbidden in the glasshouse. The gardener may water at night. Guests are welcome.';
    expect(await ask('Are bicycles allowed in the glasshouse?', contents)).not.toContain('[1] “The gardener');
  });
});
