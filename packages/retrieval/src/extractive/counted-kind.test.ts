import { describe, expect, it } from 'vitest';
import { countedKind, uncountedWords } from './counted-kind.js';

describe('AGR-2 what a count of documents leaves out', () => {
  it.each<[string, string | null, string[]]>([
    ['How many contracts does the company have?', 'contract', []],
    ['How many policies are there?', 'polic', []],
    ['Wie viele Verträge haben wir?', 'vertrag', []],
    ['List all invoices.', 'invoice', []],
    ['How many documents are there?', null, []],
    ['How many items do we have in total?', null, []],
    ['How many files are in this knowledge base?', null, []],
    ['How many contracts mention arbitration?', 'contract', []],
    ['How many documents were signed in 2025?', null, ['signed', '2025']],
    ['How many documents are not approved?', null, ['not', 'approved']],
    ['How many days of leave do we have?', null, []],
  ])('%s', (question, kind, dropped) => {
    expect(countedKind(question)?.inNames ?? null).toBe(kind);
    expect(uncountedWords(question)).toEqual(dropped);
  });
});
