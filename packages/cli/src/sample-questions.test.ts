import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerFound } from '@ibid/core';
import { openLibrary } from './library/open-library.js';
import type { Library } from './library/open-library.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Question, what the answer must quote, and what must come first if that matters. */
const ANSWERED: [question: string, quoted: string[], first?: string][] = [
  ['Who is the cook?', ['Matteo Brandt']],
  ['What does a continuous bell mean?', ['A continuous bell means fire.']],
  ['When is breakfast?', ['from 06:30 to 08:00']],
  ['How deep may a diver go?', ['The greatest depth without special permission is 30 metres.']],
  ['Which tasks are open?', ['EN-11', 'State open'], 'SA-01'],
  ['Who is the chief scientist of the North Sea voyage?', ['H-2603'], 'H-2603'],
  ['How much did fuel cost on the Greenland voyage?', ['289,000 euros'], '289,000'],
  [
    'Compare the costs of the Azores voyage and the Greenland voyage.',
    ['cost 398,000 euros', 'cost 812,000 euros'],
  ],
  ['How many documents are there?', ['**9** items', 'Diving manual']],
];
const UNANSWERED = ['Who won the world cup in 2018?', 'What is the capital of France?'];

let library: Library;

beforeAll(async () => {
  library = await openLibrary({ agentic: true });
  await library.addFolder(join(fileURLToPath(new URL('.', import.meta.url)), '..', 'sample'));
});

afterAll(() => library.close());

describe('MOD-2 the first questions that anyone asks, over the sample documents', () => {
  it.each(ANSWERED)('%s', async (question, quoted, first) => {
    const { text, cited } = await library.ask(question);
    for (const words of quoted) expect(text).toContain(words);
    // A title with a number stands on its own line above its quote.
    if (first) expect(text.replaceAll(/\n {2}/gu, ' ').split('\n')[0]).toContain(first);
    expect(cited.length).toBeGreaterThan(0);
    expect(cited.flatMap((source) => source.citations).map((citation) => citation.verdict)).not.toContain(
      'unsupported',
    );
  });

  it.each(UNANSWERED)('%s', async (question) => {
    const { text, cited } = await library.ask(question);
    expect(text).toContain('I found nothing in the documents searched that answers this.');
    expect(cited).toEqual([]);
  });

  it('says in the language of the question that it found nothing', async () => {
    const { text, cited } = await library.ask('Wer ist der Koch?');
    expect(text).toContain('Ich habe in den durchsuchten Dokumenten nichts gefunden');
    expect(cited).toEqual([]);
  });

  it('follows up', async () => {
    const conversation = library.startConversation();
    await conversation.ask('What was the temperature of the hottest spring?');
    expect((await conversation.ask('And the deepest dive?')).text).toContain('1,740 metres');
  });

  it('says what is near, and that it is no answer', async () => {
    const { text } = await library.ask('What is the salary of the captain?');
    expect(text).toContain('nothing that answers this outright');
    expect(answerFound(text)).toBe('no');
  });
});
