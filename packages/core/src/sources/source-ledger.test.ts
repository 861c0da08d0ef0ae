import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SourceLedger } from './source-ledger.js';

const item = (itemId: string, title = 'Handbook', url = 'https://example.org/handbook') => ({
  itemId,
  title,
  url,
  origin: 'tool' as const,
});

describe('REF-2 one item, one number, for the whole conversation', () => {
  it('gives numbers from 1 in order of first appearance, and never another one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30)), (visits) => {
        const ledger = new SourceLedger();
        const first = new Map<string, number>();
        for (const visit of visits) {
          const { number } = ledger.assign(item(`item${visit}`));
          if (!first.has(`item${visit}`)) first.set(`item${visit}`, first.size + 1);
          expect(number).toBe(first.get(`item${visit}`));
          expect(ledger.byNumber(number)?.itemId).toBe(`item${visit}`);
        }
        expect(ledger.size).toBe(first.size);
      }),
    );
  });

  it('gives the number itself, also to what comes with one from elsewhere', () => {
    const ledger = new SourceLedger();
    const foreign = { number: 7, ...item('a') };
    expect(ledger.assign(foreign).number).toBe(1);
    expect(ledger.byNumber(1)?.itemId).toBe('a');
  });

  it('keeps two items apart that share title and address, and one item together that three tools found', () => {
    const ledger = new SourceLedger();
    expect(ledger.assign(item('a')).number).toBe(1);
    expect(ledger.assign(item('b')).number).toBe(2);
    for (const title of ['From search', 'From the web', 'From a project'])
      expect(ledger.assign(item('a', title)).number).toBe(1);
    expect(ledger.byNumber(1)?.title).toBe('Handbook');
  });

  it('a fork inherits every number and goes on alone', () => {
    const parent = new SourceLedger();
    parent.assign(item('a'));
    parent.assign(item('b'));
    const fork = parent.fork();
    expect(parent.assign(item('c')).number).toBe(3);
    expect(fork.assign(item('d')).number).toBe(3);
    expect(parent.byNumber(3)?.itemId).toBe('c');
    expect(fork.byNumber(3)?.itemId).toBe('d');
    expect(fork.byItem('c')).toBeUndefined();
    for (const number of [1, 2]) expect(fork.byNumber(number)).toEqual(parent.byNumber(number));
  });

  it('survives being stored', () => {
    const ledger = new SourceLedger();
    for (const id of ['x', 'y', 'z']) ledger.assign(item(id));
    const restored = new SourceLedger(JSON.parse(JSON.stringify(ledger.snapshot())));
    expect(restored.snapshot()).toEqual(ledger.snapshot());
    expect(restored.assign(item('w')).number).toBe(4);
  });
});
