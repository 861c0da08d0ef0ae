import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { expect, it } from 'vitest';
import { analyseText } from '../analyse/index.js';
import { extractiveModel } from './extractive-model.js';

const MARCH =
  '# Minutes of the choir committee, 4 March 2026\n\n## Spring concert\n\nThe spring concert takes place on Sunday, 3 May 2026 in the town hall. The budget is £650. Ida looks after the tickets.';
const APRIL =
  '# Minutes of the choir committee, 8 April 2026\n\n## 4\n\nBecause of the election the spring concert moves from 3 May to Sunday, 10 May 2026. The budget was raised to £720.';

async function ask(question: string, texts = [MARCH, APRIL]) {
  const documents = texts.map((contents, at) => ({
    document: at + 1,
    title: contents.slice(2, contents.indexOf('\n')),
    contents,
  }));
  const prompt: LanguageModelV4Prompt = [
    { role: 'user', content: [{ type: 'text', text: question }] },
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'retrieve_context', input: { query: 'x' } }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'retrieve_context',
          output: { type: 'text', value: JSON.stringify({ documents }) },
        },
      ],
    },
  ];
  // If a question is read in another language, its word can have a stem that the text does not have.
  const model = extractiveModel({
    terms: (text) => analyseText({ text: text.replace('budget of', 'budg of'), language: 'en' }),
  });
  const [part] = (await model.doGenerate({ prompt })).content;
  return part?.type === 'text' ? part.text : '';
}

it('CIT-9 puts a later change before what it changes', async () => {
  const when = await ask('When does the spring concert take place?');
  expect(when).toContain('I found a later change, which comes first:');
  expect(when.indexOf('10 May 2026')).toBeLessThan(when.indexOf('takes place on Sunday, 3 May'));
  const budget = await ask('What is the budget of the spring concert?');
  expect(budget).toContain('I found a later change');
  expect(budget.indexOf('£720')).toBeLessThan(budget.indexOf('£650'));
});

it('CIT-9 leaves a change of something else, of another value or of an earlier day aside', async () => {
  for (const other of [
    'The rehearsal moves from 6 May to 13 May.',
    'The spring concert moves from 26 April to 2 May in the village.',
  ])
    expect(
      await ask('When does the spring concert take place?', [MARCH, `# Minutes, 8 April 2026\n\n${other}`]),
    ).not.toContain('later change');
  expect(await ask('Who looks after the tickets?')).not.toContain('later change');
});
