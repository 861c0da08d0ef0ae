import { describe, expect, it } from 'vitest';
import { planReport } from './plan-report.js';

const questions = (question: string, ...found: { title: string; headingPath: string[] }[]) =>
  planReport({ question, found }).map((part) => part.question);

describe('ANS-2 the plan of a report by rules', () => {
  it('has a part for each part of the question', () => {
    expect(questions('How is the harbour financed, and who decides on its fees? Since when?')).toEqual([
      'How is the harbour financed?',
      'Who decides on its fees? Since when?',
    ]);
    expect(questions('Compare the two handbooks: leave, notice periods and overtime.')).toEqual([
      'Compare the two handbooks: leave',
      'Compare the two handbooks: notice periods',
      'Compare the two handbooks: overtime',
    ]);
    expect(questions('- What is stored?\n- For how long?\n- Who may read it?')).toHaveLength(3);
    expect(questions('Wie hoch ist die Miete und wer zahlt das Wasser?')).toEqual([
      'Wie hoch ist die Miete?',
      'Wer zahlt das Wasser?',
    ]);
  });

  it('of one question has the topics that the documents have, those with most finds first', () => {
    const at = (...headingPath: string[]) => ({ title: 'Handbook', headingPath });
    expect(
      questions('Tell me about safety', at('Fire'), at('Safety', 'Ladders'), at('Safety', 'Ladders'), at()),
    ).toEqual([
      'Tell me about safety',
      'Ladders: Tell me about safety',
      'Fire: Tell me about safety',
      'Handbook: Tell me about safety',
    ]);
  });

  it('takes anything, and stays within its bounds', () => {
    expect(questions('')).toEqual(['']);
    expect(questions('Why? '.repeat(500)).length).toBeLessThanOrEqual(8);
    const found = Array.from({ length: 400 }, (_, place) => ({ title: `T${place}`, headingPath: [] }));
    expect(questions('One thing', ...found)).toHaveLength(6);
  });
});
