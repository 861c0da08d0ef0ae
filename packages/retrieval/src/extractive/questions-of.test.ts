import { describe, expect, it } from 'vitest';
import { analyseText, detectLanguage } from '../analyse/index.js';
import { questionsOf } from './questions-of.js';

const ofText = (title: string, text: string) =>
  questionsOf({
    title,
    text,
    terms: (each) => analyseText({ text: each, language: detectLanguage(each) }),
    most: 3,
  });

describe('WEB-10 questions that a document without headings answers', () => {
  it('come from all over a lease', async () => {
    const lease = `This lease is made between the Harbour Trust and the Sailing Club of Larne. The boathouse is let for the
storage of boats and gear only. The yearly rent is 4,800 pounds, payable in two parts. The first part falls due on 1 March
and the second on 1 September. The lease began on 1 January 2024 and runs for five years. Either party may end the lease
with a notice of six months. Repairs to the roof are paid for by the landlord. The treasurer is Maria Holm.`;
    expect(await ofText('Lease of the boathouse', lease)).toEqual([
      'How much is the yearly rent?',
      'When did the lease begin?',
      'Who is the treasurer?',
    ]);
  });

  it('are in the language of the document', async () => {
    const letter = `Der Kessel wurde am 12. März 2019 eingebaut. Er steht im Keller des Nordflügels. Die Wartung kostet 180 Euro im
Jahr. Der Schornstein ist 12 Meter hoch. Bei Störungen ist der Hausmeister zu rufen.`;
    expect(await ofText('Kessel', letter)).toEqual([
      'Wann wurde der Kessel eingebaut?',
      'Wie viel kostet die Wartung?',
      'Wie hoch ist der Schornstein?',
    ]);
  });

  it('leave out what another sentence would answer, and name what the text is about instead', async () => {
    const news = `The city council has approved a new tram line between Grorud and Majorstuen. The line is 11 kilometres long.
Opponents criticise the felling of 320 trees. The old line was closed in 1968.`;
    expect(await ofText('Press', news)).toEqual([
      'How long is the line?',
      'When was the old line closed?',
      'city council',
    ]);
  });

  it('are none where nothing can be asked for', async () => {
    const story = 'Once there was a fox. She looked at the water. "What do you see?" asked the owl.';
    expect(await ofText('Fox', story)).toEqual([]);
    expect(await ofText('Empty', '')).toEqual([]);
  });
});
