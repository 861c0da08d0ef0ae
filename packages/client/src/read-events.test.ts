import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvents } from './read-events.js';

function bodyOf(text: string, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].toSorted(
    (a, b) => a - b,
  );
  return new ReadableStream({
    start(controller) {
      for (const [index, place] of places.entries()) {
        const next = places[index + 1];
        if (next !== undefined) controller.enqueue(bytes.slice(place, next));
      }
      controller.close();
    },
  });
}

async function eventsOf(text: string, cuts: readonly number[] = []) {
  const events = [];
  for await (const some of readEvents(bodyOf(text, cuts))) events.push(...some);
  return events;
}

describe('FLOW-8 server-sent events', () => {
  it('reads fields, joins data lines, and leaves comments out', async () => {
    const text = ': hello\n\nid: 7\nevent: answer-delta\ndata: {"a":1}\n\ndata: one\r\ndata: two\r\n\r\n';
    expect(await eventsOf(text)).toEqual([
      { event: 'answer-delta', data: '{"a":1}' },
      { event: 'message', data: 'one\ntwo' },
    ]);
  });

  it('reads the same events however the bytes are cut', async () => {
    const line = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .map((text) => text.replaceAll(/[\r\n]/gu, ' '));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        async (lines, cuts) => {
          const text = lines
            .map((data, index) => `id: ${index + 1}\ndata: ${data}\n\n: heartbeat\n\n`)
            .join('');
          expect((await eventsOf(text, cuts)).map((event) => event.data)).toEqual(lines);
        },
      ),
    );
  });
});
