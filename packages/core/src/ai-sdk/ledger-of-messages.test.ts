import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ledgerOfMessages } from './ledger-of-messages.js';

const carrying = (sources: unknown) => ({ metadata: { ibid: { ledger: { sources } } } });
const one = { number: 1, itemId: 'a', title: 'A', origin: 'tool' };
const two = { number: 2, itemId: 'b', title: 'B', url: 'https://example.org', origin: 'web' };

describe('REF-2 numbers travel with the messages', () => {
  it('takes them from the newest message that carries them', () => {
    const messages = [carrying([one]), carrying([one, two]), {}];
    expect(ledgerOfMessages(messages)).toEqual({ sources: [one, two] });
    expect(ledgerOfMessages([])).toEqual({ sources: [] });
  });

  it('takes nothing from a client that breaks the order of numbers', () => {
    expect(ledgerOfMessages([carrying([one, { ...two, number: 7 }])]).sources).toEqual([one]);
    expect(ledgerOfMessages([carrying([{ ...one, itemId: 5 }])]).sources).toEqual([]);
    fc.assert(
      fc.property(fc.anything(), (metadata) => {
        const { sources } = ledgerOfMessages([{ metadata }, carrying([{ ...one, extra: metadata }])]);
        expect(sources).toEqual([one]);
      }),
    );
    fc.assert(
      fc.property(fc.anything(), (metadata) => ledgerOfMessages([{ metadata }]).sources.length === 0),
    );
  });
});
