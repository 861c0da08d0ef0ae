import { describe, expect, it } from 'vitest';
import { Emitter } from './emitter.js';
import type { Packet } from './packet.js';

const place = { turnIndex: 0, tabIndex: 0 };

function warn(emitter: Emitter, code: string): void {
  emitter.emit(place, { type: 'warning', code, message: '' });
}

const codes = (packets: readonly Packet[]) =>
  packets.map((packet) => (packet.type === 'warning' ? packet.code : packet.type));

describe('FLOW-3 the emitter', () => {
  it('hands packets on at once, and gives a late listener those it has missed', () => {
    const emitter = new Emitter({ turnId: 't' });
    const early: Packet[] = [];
    const late: Packet[] = [];
    emitter.subscribe((packet) => early.push(packet));
    warn(emitter, 'a');
    expect(codes(early)).toEqual(['a']);
    warn(emitter, 'b');
    emitter.subscribe((packet) => late.push(packet), { after: 1 });
    warn(emitter, 'c');
    expect(codes(late)).toEqual(['b', 'c']);
    expect(late.map((packet) => packet.seq)).toEqual([2, 3]);
  });

  it('keeps one order for all listeners when one of them causes packets', () => {
    const emitter = new Emitter({ turnId: 't' });
    const seen: [Packet[], Packet[]] = [[], []];
    emitter.subscribe((packet) => {
      seen[0].push(packet);
      if (packet.seq === 1) warn(emitter, 'caused');
    });
    emitter.subscribe((packet) => seen[1].push(packet));
    warn(emitter, 'a');
    warn(emitter, 'b');
    expect(codes(seen[0])).toEqual(['a', 'caused', 'b']);
    expect(codes(seen[1])).toEqual(['a', 'caused', 'b']);
  });

  it('leaves a listener that throws behind and tells of it', () => {
    const errors: unknown[] = [];
    const emitter = new Emitter({ turnId: 't', onListenerError: (error) => errors.push(error) });
    const seen: Packet[] = [];
    emitter.subscribe(() => {
      throw new Error('broken');
    });
    emitter.subscribe((packet) => seen.push(packet));
    warn(emitter, 'a');
    warn(emitter, 'b');
    expect(codes(seen)).toEqual(['a', 'b']);
    expect(errors).toHaveLength(1);
  });

  it('gives nothing to one that unsubscribed, not even from inside its own call', () => {
    const emitter = new Emitter({ turnId: 't' });
    warn(emitter, 'a');
    const seen: Packet[] = [];
    let unsubscribe = () => {};
    const stop = emitter.subscribe((packet) => {
      seen.push(packet);
      unsubscribe();
    });
    unsubscribe = stop;
    warn(emitter, 'b');
    warn(emitter, 'c');
    expect(codes(seen)).toEqual(['a', 'b']);
  });

  it('takes nothing after turn-stop', () => {
    const emitter = new Emitter({ turnId: 't' });
    const seen: Packet[] = [];
    emitter.subscribe((packet) => seen.push(packet));
    emitter.emit(place, { type: 'turn-stop', reason: 'complete' });
    warn(emitter, 'late');
    emitter.emitAnswerDelta(place, 'late');
    expect(codes(seen)).toEqual(['turn-stop']);
  });

  it('is an async iterable that starts with the first packet and ends with turn-stop, every time', async () => {
    const emitter = new Emitter({ turnId: 't' });
    warn(emitter, 'a');
    const reading = (async () => {
      const seen: Packet[] = [];
      for await (const packet of emitter) seen.push(packet);
      return codes(seen);
    })();
    await Promise.resolve();
    warn(emitter, 'b');
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    emitter.emit(place, { type: 'turn-stop', reason: 'complete' });
    expect(await reading).toEqual(['a', 'b', 'turn-stop']);
    const again: Packet[] = [];
    for await (const packet of emitter) again.push(packet);
    expect(codes(again)).toEqual(['a', 'b', 'turn-stop']);
  });
});
