import type { Citation, Packet, PacketBody } from '@ibid/core/internal';
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
      'Checked against the sources: 1 of 3 claims supported, 1 with an unknown source, 1 uncited',
      '  uncited: The quay was built in 1887.',
    ]);
    expect(outcomeLines(turn, { terminal, quotes: true })[1]).toBe('    “The fee is 40 crowns.”');
    expect(turn.balance).toMatchObject({ claims: 3, supported: 1, unknown: 1, uncited: 1 });
  });

  it('says of a source how many of the places that name it are in doubt', async () => {
    const turn = await printed([
      { type: 'citation', citation: cite({}) },
      { type: 'citation', citation: cite({ citationId: 'c2', verdict: 'unsupported' }) },
      { type: 'citation', citation: cite({ citationId: 'c3', number: 2, itemId: 'crane', verdict: 'weak' }) },
      { type: 'turn-stop', reason: 'complete' },
    ]);
    expect(outcomeLines(turn, { terminal }).slice(0, 2)).toEqual([
      '[1] Harbour, page 2  (1 of 2 unsupported)',
      '[2] Harbour, page 2  (weak)',
    ]);
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

  it('CIT-8, CIT-9 shows what a repair changed and what speaks against the answer, and writes held answers repaired', async () => {
    const range = { start: 0, end: 5 };
    const bodies: PacketBody[] = [
      { type: 'answer-start' },
      { type: 'answer-delta', text: 'The fee is 90 crowns [1].' },
      { type: 'citation', citation: cite({ verdict: 'unsupported' }) },
      { type: 'answer-end', narration: false },
      {
        type: 'claims',
        isGrounded: true,
        claims: [{ text: 'The fee is 90 crowns [1].', range, verdict: 'unsupported', citationIds: ['c1'] }],
      },
      {
        type: 'repair',
        text: 'The fee is 40 crowns [1].',
        citations: [cite({ citationId: 'r1' })],
        claims: [{ text: 'The fee is 40 crowns [1].', range, verdict: 'supported', citationIds: ['r1'] }],
        changes: [
          {
            kind: 'corrected',
            before: 'The fee is 90 crowns [1].',
            after: 'The fee is 40 crowns [1].',
            reason: 'It is 40.',
          },
        ],
      },
      {
        type: 'against',
        claims: [
          {
            claim: 'The fee is 40 crowns [1].',
            range,
            rows: [
              {
                number: 2,
                itemId: 'old',
                title: 'Fees of 2019',
                url: null,
                date: { value: '2019-03-01', of: 'document' },
                passage: { chunkId: '1', start: 0, end: 1, text: 'The fee is 25 crowns.' },
                reason: 'The claim says “40”, but the passage says “25”.',
              },
            ],
          },
        ],
      },
      { type: 'turn-stop', reason: 'complete' },
    ];
    const turn = await printed(bodies);
    expect(turn).toMatchObject({
      answer: 'The fee is 40 crowns [1].',
      repair: { first: { text: 'The fee is 90 crowns [1].', citations: [{ verdict: 'unsupported' }] } },
      citations: [{ verdict: 'supported' }],
    });
    expect(outcomeLines(turn, { terminal })).toEqual([
      'Repaired in 1 place:',
      '  - The fee is 90 crowns [1].',
      '  + The fee is 40 crowns [1].',
      '    It is 40.',
      '[1] Harbour, page 2',
      'Checked against the sources: 1 of 1 claim supported',
      'against: The fee is 40 crowns [1].',
      '   [2] Fees of 2019, 2019-03-01',
      '       “The fee is 25 crowns.”',
      '       The claim says “40”, but the passage says “25”.',
    ]);
    const written: string[] = [];
    const packets = (async function* (): AsyncGenerator<Packet> {
      for (const [index, body] of bodies.entries())
        yield { seq: index + 1, turnId: 't', placement: { turnIndex: 0, tabIndex: 0 }, ...body };
    })();
    await printTurn({
      packets,
      terminal,
      write: (text) => written.push(text),
      note: () => undefined,
      holds: true,
    });
    expect(written.join('')).toBe('The fee is 40 crowns [1].\n');
  });
});
