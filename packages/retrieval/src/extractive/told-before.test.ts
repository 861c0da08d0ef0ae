import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { analyseText } from '../analyse/index.js';
import { extractiveModel } from './extractive-model.js';

const terms = (text: string) => analyseText({ text, language: 'en' });
const user = (text: string): LanguageModelV4Prompt[number] => ({
  role: 'user',
  content: [{ type: 'text', text }],
});

/** Documents of a theatre. */
const FILES = [
  {
    title: 'Production meeting, 4 May 2026',
    contents:
      '# Production meeting, 4 May 2026\n\nThe trapdoor of the main stage sticks. A new hinge costs 340 euros and arrives in ten days. Ida Brandt approved it.\n\nThe fog machine stays switched off, because its last inspection was in 2022. Moritz Kern asked for a second one.\n\n| Task | Who | By |\n|---|---|---|\n| Fit hinge of trapdoor | Olga Reuter | 19 May 2026 |\n| Inspect ropes of fly tower | Moritz Kern | 2 June 2026 |\n| Print posters for the summer play | Ida Brandt | 28 May 2026 |\n',
  },
  {
    title: 'Contract with the caterer',
    contents:
      '# Contract with the caterer\n\nSigned on 3 March 2026. In force since 1 April 2026.\n\nThe caterer sells drinks in the foyer. He pays a rent of 410 euros a month. He opens one hour before the play. The contract may be ended with six weeks notice.',
  },
  {
    title: 'Offer of Lumen & Daughters',
    contents:
      '# Offer of Lumen & Daughters\n\nNew lights for the stage: 12,400 euros. The work takes five weeks.',
  },
  {
    title: 'Offer of Brightway',
    contents: '# Offer of Brightway\n\nNew lights for the stage: 11,150 euros. The work takes nine weeks.',
  },
  {
    title: 'Seats',
    contents:
      '# Seats\n\nSeats in row C cost 24 euros. Seats in row K cost 15 euros. The choir fund holds 2,300 euros. The costume fund holds 870 euros.',
  },
].map((file, index) => ({ ...file, document: index + 1 }));

async function talk(...questions: string[]): Promise<string> {
  const model = extractiveModel({ terms, createId: () => 'id' });
  let prompt: LanguageModelV4Prompt = [];
  let said = '';
  for (const question of questions) {
    prompt = [...prompt, user(question)];
    const { content } = await model.doGenerate({
      prompt: [
        ...prompt,
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'retrieve_context', input: {} }],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c',
              toolName: 'retrieve_context',
              output: { type: 'text', value: JSON.stringify({ documents: FILES }) },
            },
          ],
        },
      ],
      tools: [],
    });
    said = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    prompt = [...prompt, { role: 'assistant', content: [{ type: 'text', text: said }] }];
  }
  return said.split('\n\n*')[0] ?? '';
}

describe('a follow-up about what the answer before said', () => {
  const hinge = 'Who has to fit the hinge of the trapdoor?';
  const rent = 'How much rent does the caterer pay?';
  it.each<[string[], RegExp, RegExp?]>([
    [[hinge, 'By when?'], /^- .*\n? .*Olga Reuter \| 19 May 2026/u, /2 June|28 May/u],
    [['Who inspects the ropes of the fly tower?', 'By when?'], /^- .*\n? .*2 June 2026/u, /19 May|28 May/u],
    [[hinge, 'How much does it cost?'], /340 euros/u, /24 euros|11,150/u],
    [['What is wrong with the fog machine?', 'Why?'], /^- .*because its last inspection/u],
    [[rent, 'Since when?'], /^- .*since 1 April 2026/u, /19 May/u],
    [['Who sells drinks in the foyer?', 'How much rent does he pay?'], /^- .*410 euros/u],
    [['How long does Lumen & Daughters take?', 'And Brightway?'], /nine weeks/u, /five weeks/u],
    [['How much do seats in row C cost?', 'And in row K?'], /^- .*15 euros/u],
    [['How much is in the choir fund?', 'And the costume fund?'], /^- .*870 euros/u],
    [
      ['Who prints the posters for the summer play?', 'Who is responsible?', 'By when?'],
      /^- .*\n? .*28 May 2026/u,
    ],
  ])('%j', async (questions, expected, never = /^never$/u) => {
    const text = await talk(...questions);
    expect(text).toMatch(expected);
    expect(text).not.toMatch(never);
  });

  it('goes on from nothing where the answer before found nothing', async () => {
    const text = await talk('Who tunes the harpsichord?', 'Since when?');
    expect(text).toMatch(/^I found n/u);
  });

  it('does not hold for a question about another thing', async () => {
    expect(await talk(hinge, 'How much are seats in row K?')).toMatch(/^- .*15 euros/u);
  });

  it('finds no two rows that are called otherwise in dispute', async () => {
    expect(await talk(hinge)).not.toMatch(/disagree|different/u);
  });
});
