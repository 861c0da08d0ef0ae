import { describe, expect, it } from 'vitest';
import { detectLanguage } from '../../analyse/index.js';
import { classifyByRules } from './classify-by-rules.js';
import { LABELLED_QUESTIONS } from './labelled-questions.test-helper.js';

const decided = LABELLED_QUESTIONS.map(({ question, label }) => ({
  question,
  label,
  decision: classifyByRules({ question, language: detectLanguage(question) }),
}));

describe('AGR-1 classify by rules', () => {
  it('is right on at least 95 % of the labelled questions it decides, and decides most of them', () => {
    const clear = decided.filter(({ decision }) => decision !== null);
    const wrong = clear.filter(({ decision, label }) => decision?.class !== label);
    const precision = 1 - wrong.length / clear.length;
    const share = clear.length / decided.length;
    expect(precision, wrong.map(({ question }) => question).join(' | ')).toBeGreaterThanOrEqual(0.95);
    expect(share).toBeGreaterThanOrEqual(0.75);
  });

  it('never takes a number that a passage gives for a count of items', () => {
    expect(classifyByRules({ question: 'How many days of leave do crew earn?', language: 'en' })?.class).toBe(
      'targeted',
    );
    expect(
      classifyByRules({ question: 'How many contracts mention arbitration?', language: 'en' })?.class,
    ).toBe('aggregate');
  });

  it('counts what the bases hold when it is told their words', () => {
    const question = 'How many voyages went to Greenland?';
    expect(classifyByRules({ question, language: 'en', itemWords: ['voyage'] })?.class).toBe('aggregate');
  });

  it('leaves to a model what no rule decides', () => {
    expect(classifyByRules({ question: 'Greenland glaciers', language: 'en' })).toBeNull();
    expect(classifyByRules({ question: '', language: null })).toBeNull();
    expect(classifyByRules({ question: '船は何隻ありますか', language: 'ja' })).toBeNull();
  });
});
