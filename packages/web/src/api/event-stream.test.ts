import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventStreamParser } from './event-stream.js';

const event = fc.record({
  id: fc.nat().map(String),
  event: fc.constantFrom('answer-delta', 'citation'),
  data: fc.json(),
});

describe('server-sent events', () => {
  it('gives the same events however the stream was cut', () => {
    fc.assert(
      fc.property(
        fc.array(event),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (events, sizes) => {
          const stream = events
            .map(({ id, event: name, data }) => `id: ${id}\nevent: ${name}\ndata: ${data}\n\n: heartbeat\n\n`)
            .join('');
          const parser = new EventStreamParser();
          const read = [];
          for (let at = 0, turn = 0; at < stream.length; turn += 1) {
            const size = sizes[turn % sizes.length] ?? 1;
            read.push(...parser.push(stream.slice(at, at + size)));
            at += size;
          }
          expect(read).toEqual(events);
        },
      ),
    );
  });

  it('joins the lines of one event and accepts carriage returns', () => {
    expect(new EventStreamParser().push('data: one\r\ndata: two\r\n\r\n')).toEqual([
      { id: null, event: 'message', data: 'one\ntwo' },
    ]);
  });
});
