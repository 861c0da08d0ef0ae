import { describe, expect, it } from 'vitest';
import { askedNow, planCalls } from './plan-call.js';

const after = (earlier: string, question: string) =>
  askedNow({ question, earlierQuestions: [earlier] }).question;

describe('MOD-2 a follow-up with another day or place in an order is a whole question', () => {
  it.each([
    [
      'What was the total income of the orchard?',
      'And in the week beginning 26 October?',
      'What was the total income of the orchard in the week beginning 26 October?',
    ],
    ['Who kept the gate on 11 May?', 'And on 13 May?', 'Who kept the gate on 13 May?'],
    ['When is the second rent instalment due?', 'And the third?', 'When is the third rent instalment due?'],
    ['Which barge was late in June 2026?', 'And in july?', 'Which barge was late in July 2026?'],
    ['Wie viele Lotsen kamen im Mai?', 'Und im Juni?', 'Wie viele Lotsen kamen im Juni?'],
    ['Wann ist die zweite Rate fällig?', 'Und die dritte?', 'Wann ist die dritte Rate fällig?'],
  ])('%s %s', (earlier, question, whole) => expect(after(earlier, question)).toBe(whole));

  it.each([
    ['Who kept the gate on 11 May?', 'And what happened on 13 May?'],
    ['When is the rent due?', 'And the third?'],
  ])('unless it asks something else: %s %s', (earlier, question) =>
    expect(after(earlier, question)).toBe(question),
  );
});

describe('MOD-2 a count of things that are no documents', () => {
  const tool = {
    type: 'function' as const,
    name: 'agentic_context_search',
    inputSchema: { type: 'object' as const, properties: { query: { type: 'string' as const } } },
  };
  const searched = (question: string) =>
    planCalls({ question, earlierQuestions: [], documents: [], results: [], earlierAnswers: [] }, [tool])[0]
      ?.input['query'];

  it('is searched like any question', () => {
    expect(searched('How many tickets were given away in May?')).toBe('tickets were given away in May?');
  });

  it('stays a count if documents are counted', () => {
    expect(searched('How many contracts are there?')).toBe('How many contracts are there?');
    expect(searched('How many documents mention plums?')).toBe('How many documents mention plums?');
  });
});

describe('KB-12 a follow-up that names only another time', () => {
  const offered = ['agentic_context_search', 'query_table'].map((name) => ({
    type: 'function' as const,
    name,
    inputSchema: { type: 'object' as const, properties: { query: { type: 'string' as const } } },
  }));
  const calculated = (question: string, earlier: string) =>
    planCalls(
      { question, earlierQuestions: [earlier], documents: [], results: [], earlierAnswers: [] },
      offered,
    ).flatMap(({ toolName, input }) => (toolName === 'query_table' ? [input['question']] : []));

  it('is calculated again if the question before was', () => {
    expect(calculated('And in March?', 'How many tonnes of gravel did we carry in June?')).toEqual([
      'How many tonnes of gravel did we carry in March?',
    ]);
    expect(calculated('And in March?', 'Who steered the barge in June?')).toEqual([]);
  });
});

describe('KB-12 a follow-up of a count or a list is calculated with the questions that it continues', () => {
  const offered = ['agentic_context_search', 'query_table'].map((name) => ({
    type: 'function' as const,
    name,
    inputSchema: { type: 'object' as const, properties: { query: { type: 'string' as const } } },
  }));
  const calculated = (...questions: string[]) => {
    const [question = '', ...earlierQuestions] = questions.toReversed();
    return planCalls(
      { question, earlierQuestions, documents: [], results: [], earlierAnswers: [] },
      offered,
    ).flatMap(({ toolName, input }) => (toolName === 'query_table' ? [input['question']] : []));
  };

  it.each([
    [['How many bills are unpaid?', 'And barges?'], 'And barges?\nHow many bills are unpaid?'],
    [
      ['How many bills are unpaid?', 'How many were over 100?'],
      'How many were over 100?\nHow many bills are unpaid?',
    ],
    [
      ['How many bills are unpaid?', 'How many of them were over 100?', 'Which ones?'],
      'which of them were over 100?\nHow many bills are unpaid?',
    ],
    [['How many tins expire in 2026?', 'Which ones?', 'And in 2027?'], 'And in 2027?\nwhich tins expire?'],
    [
      ['Wie viele Boote sind da?', 'Wie viele davon sind rot?'],
      'Wie viele davon sind rot?\nWie viele Boote sind da?',
    ],
  ])('%j', (questions, asked) => expect(calculated(...questions)).toEqual([asked]));

  it('but not one of a question that calculates nothing', () =>
    expect(calculated('Who steered the barge?', 'And the sloop?')).toEqual([]));
});
