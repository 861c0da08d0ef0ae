import { describe, expect, it } from 'vitest';
import { keptCall } from './kept-call.js';

const call = { callId: 'c', toolName: 'fetch', input: {} };
const long = 'a line of text\n'.repeat(100_000);

describe('FD-1 a long result is sent and stored as its beginning and its handle', () => {
  it('keeps whole lines, and says what there is and where', () => {
    const kept = keptCall({ ...call, descriptor: 'fd:3', outcome: { text: long, data: { rows: 2 } } });
    expect(kept.outcome?.text.length).toBeLessThan(8_200);
    expect(kept.outcome?.text.startsWith('a line of text\na line of text\n')).toBe(true);
    expect(kept.outcome?.text).toMatch(
      /text\n\n\[The first 7995 of 1500000 characters; fd:3 has all of them\.\]$/u,
    );
    expect(kept).toMatchObject({ ...call, descriptor: 'fd:3', outcome: { data: { rows: 2 } } });
  });

  it('changes nothing that is short, has no handle, or has not finished', () => {
    for (const record of [
      { ...call, descriptor: 'fd:3', outcome: { text: long.slice(0, 8_000) } },
      { ...call, outcome: { text: long } },
      call,
    ])
      expect(keptCall(record)).toBe(record);
  });
});
