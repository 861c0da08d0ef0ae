import type { Packet } from '@ibid/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LiveTurn } from './live-turn.js';

const piece = fc.record({
  type: fc.constantFrom('answer-delta' as const, 'reasoning-delta' as const, 'tool-input-delta' as const),
  text: fc.string({ minLength: 1, maxLength: 4 }),
  callId: fc.constantFrom('a', 'b'),
  turnIndex: fc.integer({ min: 0, max: 1 }),
  /** Whether pending packets are taken before this piece. */
  isTakenBefore: fc.boolean(),
});

function texts(packets: readonly Packet[]): string[] {
  const joined: { key: string; text: string }[] = [];
  for (const packet of packets) {
    if (!('text' in packet)) continue;
    const key = `${packet.type} ${packet.placement.turnIndex} ${'callId' in packet ? packet.callId : ''}`;
    const last = joined.at(-1);
    if (last?.key === key) last.text += packet.text;
    else joined.push({ key, text: packet.text });
  }
  return joined.map(({ key, text }) => `${key} ${text}`);
}

describe('FLOW-8 packets of a turn that runs', () => {
  it('are joined only while they wait: no text is lost or moved, numbers rise by one, cursors stay true', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.nat(), (pieces, cut) => {
        const live = new LiveTurn({ turnId: 't', conversationId: 'c', pump: { schedule: () => {} } });
        const received: Packet[] = [];
        const read = (frames: string) => {
          for (const line of frames.split('\n'))
            if (line.startsWith('data: ')) received.push(JSON.parse(line.slice(6)) as Packet);
        };
        live.watch({ write: read, end: () => {} }, 0);
        const added = pieces.map(({ type, text, callId, turnIndex, isTakenBefore }, index) => {
          if (isTakenBefore) live.send(live.takePending());
          const placement = { turnIndex, tabIndex: 0 };
          const body = type === 'tool-input-delta' ? { type, text, callId } : { type, text };
          if (body.type === 'answer-delta') live.emitAnswerDelta(placement, text);
          else live.emit(placement, body);
          return { seq: index + 1, turnId: 't', placement, ...body };
        });
        live.send(live.takePending());
        expect(texts(received)).toEqual(texts(added));
        expect(received.map((packet) => packet.seq)).toEqual(received.map((_, index) => index + 1));
        const cursor = cut % (received.length + 1);
        const late: Packet[] = received.slice(0, cursor);
        received.length = 0;
        live.watch({ write: read, end: () => {} }, cursor);
        expect(texts([...late, ...received])).toEqual(texts(added));
        expect(live.sentPackets).toEqual([...late, ...received]);
      }),
    );
  });

  it('hold the end back until whoever stores it has taken it, and take nothing after it', () => {
    let scheduled = 0;
    const live = new LiveTurn({
      turnId: 't',
      conversationId: 'c',
      pump: { schedule: () => (scheduled += 1) },
    });
    const placement = { turnIndex: 0, tabIndex: 0 };
    live.emitAnswerDelta(placement, 'The sea');
    live.emit(placement, { type: 'turn-stop', reason: 'complete' });
    live.emitAnswerDelta(placement, ' is deep.');
    live.emit(placement, { type: 'reasoning-start' });
    expect(scheduled).toBe(1);
    expect(live.takePending()).toEqual([]);
    expect(live.takeEnd().map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'answer-delta'],
      [2, 'turn-stop'],
    ]);
    expect(live.packets).toMatchObject([{ text: 'The sea' }, { reason: 'complete' }]);
  });
});
