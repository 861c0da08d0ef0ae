import type { Citation, Packet, PacketBody } from '@ibid/core';
import { describe, expect, it } from 'vitest';
import { outcomeLines, printTurn } from './print-turn.js';
import { createTerminal } from './terminal.js';

const terminal = createTerminal({ isTerminal: false, environment: {} });

const cite = (changes: Partial<Citation>): Citation => ({
  citationId: 'c1',
  number: 1,
  itemId: 'harbour',
  title: 'Harbour',
  range: { start: 0, end: 3 },
  passage: { chunkId: '1', start: 0, end: 1, text: 'The fee is 40 crowns.', page: 2 },
  score: 1,
  verdict: 'supported',
  ...changes,
});

async function printed(bodies: PacketBody[]) {
  const packets = (async function* (): AsyncGenerator<Packet> {
    for (const [index, body] of bodies.entries())
      yield { seq: index + 1, turnId: 't', placement: { turnIndex: 0, tabIndex: 0 }, ...body };
  })();
  return printTurn({ packets, terminal, write: () => undefined, note: () => undefined });
}

describe('CIT-6, CIT-7 what the command line says below an answer', () => {
  it('lists sources, numbers that no source has, the balance and what is uncited', async () => {
    const range = { start: 0, end: 5 };
    const unknown = cite({ citationId: 'c2', number: 9, itemId: null, passage: null, verdict: 'unknown' });
    delete unknown.title;
    const turn = await printed([
      { type: 'citation', citation: cite({}) },
      { type: 'citation', citation: unknown },
      {
        type: 'claims',
        isGrounded: true,
        claims: [
          { text: 'The fee is 40 crowns [1].', range, verdict: 'supported', citationIds: ['c1'] },
          { text: 'It rose in 2020 [9].', range, verdict: 'unknown', citationIds: ['c2'] },
          { text: 'The quay was\nbuilt in 1887.', range, verdict: 'uncited', citationIds: [] },
        ],
      },
      { type: 'turn-stop', reason: 'complete' },
    ]);
    expect(outcomeLines(turn, { terminal })).toEqual([
      '[1] Harbour, page 2',
      '[9] No source has this number  (unknown)',
      '1 of 3 claims supported, 1 with an unknown source, 1 uncited',
      '  uncited: The quay was built in 1887.',
    ]);
    expect(outcomeLines(turn, { terminal, quotes: true })[1]).toBe('    “The fee is 40 crowns.”');
    expect(turn.balance).toMatchObject({ claims: 3, supported: 1, unknown: 1, uncited: 1 });
  });

  it('says that an answer was given without a search, and nothing below a greeting', async () => {
    const claim = { text: 'The quay was built in 1887.', range: { start: 0, end: 27 }, citationIds: [] };
    const guess = await printed([
      { type: 'claims', isGrounded: false, claims: [{ ...claim, verdict: 'uncited' }] },
    ]);
    expect(outcomeLines(guess, { terminal })).toEqual([
      'Answered without a search or a source: 1 claim uncited',
    ]);
    const greeting = await printed([{ type: 'claims', isGrounded: false, claims: [] }]);
    expect(outcomeLines(greeting, { terminal })).toEqual([]);
  });
});
