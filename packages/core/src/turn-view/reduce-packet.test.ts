import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Citation } from '../citations/citation.js';
import type { Packet } from '../turn/packet.js';
import { reducePacket, reducePackets } from './reduce-packet.js';
import { emptyTurnView } from './turn-view.js';
import type { TextBlock, TurnView } from './turn-view.js';

const citation = (id: string, verdict: Citation['verdict']): Citation => ({
  citationId: id,
  number: 1,
  itemId: 'item',
  range: { start: 0, end: 3 },
  passage: null,
  score: null,
  verdict,
});

type Body = Packet extends infer Each
  ? Each extends Packet
    ? Omit<Each, 'seq' | 'turnId' | 'placement'>
    : never
  : never;

/** Packet bodies of one block at a time, in the order in which a turn sends them. */
const reasoningBodies = fc
  .array(fc.string())
  .map((texts): Body[] => [
    { type: 'reasoning-start' },
    ...texts.map((text): Body => ({ type: 'reasoning-delta', text })),
    { type: 'reasoning-end' },
  ]);

/** Earlier citations belong to the first version, later ones to the second. */
const REPAIR: Body[] = [
  { type: 'repair', text: 'Better.', citations: [citation('b', 'weak')], claims: [], changes: [] },
  { type: 'citation', citation: citation('c', 'supported') },
  { type: 'citation', citation: citation('b', 'supported') },
];

const answerBodies = (mayRepair: boolean) =>
  fc
    .record({
      texts: fc.array(fc.string()),
      ids: fc.array(fc.constantFrom('a', 'b', 'c')),
      narration: fc.boolean(),
      isRepaired: mayRepair ? fc.boolean() : fc.constant(false),
    })
    .map(({ texts, ids, narration, isRepaired }): Body[] => [
      { type: 'answer-start' },
      ...ids.map((id): Body => ({ type: 'citation', citation: citation(id, null) })),
      ...texts.map((text): Body => ({ type: 'answer-delta', text })),
      ...ids.map((id): Body => ({ type: 'citation', citation: citation(id, 'supported') })),
      ...(isRepaired ? REPAIR : []),
      { type: 'answer-end', narration },
    ]);

const toolBodies = fc.integer({ min: 1, max: 3 }).map((count): Body[] =>
  Array.from({ length: count }, (_, tab) => `call-${tab}`).flatMap((callId): Body[] => [
    { type: 'tool-start', callId, toolName: 'search' },
    { type: 'tool-input-delta', callId, text: '{}' },
    { type: 'tool-progress', callId, message: 'looking' },
    { type: 'tool-result', callId, input: {}, text: 'found', isError: false },
    { type: 'tool-end', callId, milliseconds: 3 },
  ]),
);

const turnWith = (mayRepair: boolean): fc.Arbitrary<Packet[]> =>
  fc.array(fc.oneof(reasoningBodies, answerBodies(mayRepair), toolBodies), { maxLength: 6 }).map((blocks) => {
    const placed = blocks.flatMap((bodies, turnIndex) => bodies.map((body) => ({ body, turnIndex })));
    const all: { body: Body; turnIndex: number }[] = [
      {
        body: {
          type: 'turn-start',
          version: 1,
          conversationId: 'c',
          userMessageId: 'u',
          assistantMessageId: 'a',
          modelId: 'm',
        },
        turnIndex: 0,
      },
      ...placed,
      { body: { type: 'usage', step: 1, usage: { inputTokens: 5, outputTokens: 2 } }, turnIndex: 0 },
      { body: { type: 'turn-stop', reason: 'complete' }, turnIndex: 0 },
    ];
    return all.map(
      ({ body, turnIndex }, position) =>
        ({ ...body, seq: position + 1, turnId: 't', placement: { turnIndex, tabIndex: 0 } }) as Packet,
    );
  });

const turn = turnWith(false);

function expectValid(view: TurnView, seen: readonly Packet[]): void {
  const indexes = view.blocks.map((block) => block.index);
  expect(indexes).toEqual([...new Set(indexes)].toSorted((one, other) => one - other));
  expect(view.status === 'running').toBe(!seen.some((packet) => packet.type === 'turn-stop'));
  const streamed = seen.map((packet) => (packet.type === 'answer-delta' ? packet.text : '')).join('');
  const shown = view.blocks.filter((block): block is TextBlock => block.kind === 'text');
  expect(shown.map((block) => block.text).join('')).toBe(streamed);
  for (const block of shown) {
    const ids = block.citations.map((entry) => entry.citationId);
    expect(ids).toEqual([...new Set(ids)]);
  }
}

describe('FLOW-5 packets become a view', () => {
  it('is valid after every prefix of a turn', () => {
    fc.assert(
      fc.property(turn, (packets) => {
        let view = emptyTurnView('t');
        packets.forEach((packet, position) => {
          view = reducePacket(view, packet);
          expectValid(view, packets.slice(0, position + 1));
        });
        expect(view.seq).toBe(packets.length);
      }),
    );
  });

  it('FLOW-8 a replay that overlaps what was seen gives the same view', () => {
    fc.assert(
      fc.property(turn, fc.nat(), fc.nat(), (packets, first, second) => {
        const lost = first % (packets.length + 1);
        const cursor = second % (lost + 1);
        const straight = reducePackets(emptyTurnView('t'), packets);
        const before = reducePackets(emptyTurnView('t'), packets.slice(0, lost));
        expect(reducePackets(before, packets.slice(cursor))).toEqual(straight);
      }),
    );
  });

  it('is the same for packets taken one by one and all at once, and keeps the packets as they were', () => {
    fc.assert(
      fc.property(turnWith(true), (packets) => {
        const before = structuredClone(packets);
        const together = reducePackets(emptyTurnView('t'), packets);
        expect(together).toEqual(packets.reduce(reducePacket, emptyTurnView('t')));
        expect(packets).toEqual(before);
      }),
    );
  });

  it('CIT-5 a later packet changes the verdict and keeps the place', () => {
    const packets = ['a', 'b'].map((id) => citation(id, null));
    const later = citation('a', 'weak');
    const view = [...packets, later].reduce(
      (current, entry, position) =>
        reducePacket(current, {
          type: 'citation',
          citation: entry,
          seq: position + 1,
          turnId: 't',
          placement: { turnIndex: 2, tabIndex: 0 },
        }),
      emptyTurnView('t'),
    );
    const block = view.blocks[0] as TextBlock;
    expect(block.citations.map((entry) => [entry.citationId, entry.verdict])).toEqual([
      ['a', 'weak'],
      ['b', null],
    ]);
  });

  it('keeps the question that ends a turn', () => {
    const view = reducePackets(emptyTurnView('t'), [
      {
        type: 'tool-result',
        callId: 'x',
        input: {},
        text: '',
        isError: false,
        question: { question: 'Which?', choices: [{ value: 'a', label: 'A' }], multiple: false },
        seq: 1,
        turnId: 't',
        placement: { turnIndex: 0, tabIndex: 0 },
      },
      {
        type: 'turn-stop',
        reason: 'question',
        seq: 2,
        turnId: 't',
        placement: { turnIndex: 0, tabIndex: 0 },
      },
    ]);
    expect(view.status).toBe('question');
    expect(view.question?.question).toBe('Which?');
  });
});
