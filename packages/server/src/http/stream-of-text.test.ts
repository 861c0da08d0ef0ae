import { describe, expect, it } from 'vitest';
import { streamOfText } from './stream-of-text.js';

async function* lines(count: number, onReturn = () => {}) {
  try {
    for (let line = 0; line < count; line++) yield `line ${line}, ${'x'.repeat(100)}\n`;
  } finally {
    onReturn();
  }
}

describe('A file that is written while it is taken', () => {
  it('holds every line in order, and leaves others their turn in between', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const text = await new Response(streamOfText(lines(20_000))).text();
    isOver = true;
    expect(
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => Number(/\d+/.exec(line)?.[0])),
    ).toEqual(Array.from({ length: 20_000 }, (_, line) => line));
    // Two million characters, at most 32,768 and a line at a time.
    expect(turns).toBeGreaterThan(40);
  });

  it('is empty without a line, and ends its source when nobody reads on', async () => {
    expect(await new Response(streamOfText(lines(0))).text()).toBe('');
    let isEnded = false;
    const reader = streamOfText(lines(20_000, () => (isEnded = true))).getReader();
    await reader.read();
    await reader.cancel();
    expect(isEnded).toBe(true);
  });
});
