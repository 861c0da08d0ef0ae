import { describe, expect, it } from 'vitest';
import { createProgressBar, duration } from './progress-bar.js';
import { createTerminal, withoutControls } from './terminal.js';

const plain = createTerminal({ isTerminal: false, environment: {} });
const rich = createTerminal({ isTerminal: true, columns: 60, environment: {} });

describe('CLI-1 the terminal', () => {
  it('colours and links in a terminal only', () => {
    expect(plain.red('x') + plain.link('y', 'https://example.org')).toBe('xy');
    expect(rich.red('x')).toContain('\u001B[31m');
    expect(rich.link('y', 'https://example.org')).toContain('\u001B]8;;https://example.org');
    expect(createTerminal({ isTerminal: true, environment: { NO_COLOR: '1' } }).red('x')).toBe('x');
    expect(createTerminal({ isTerminal: true, environment: { TERM: 'dumb' } }).isInteractive).toBe(false);
  });

  it('lets no text of a document drive it', () => {
    expect(withoutControls('a\u001B[2Jb\u0007c\nd\te')).toBe('a[2Jbc\nd\te');
    expect(rich.link('x', 'https://e.org/\u001B\\evil')).not.toContain('\u001B\\evil');
  });

  it('draws progress on one line, within the columns', () => {
    const drawn: string[] = [];
    const bar = createProgressBar({ terminal: rich, write: (text) => drawn.push(text), label: 'Documents' });
    bar.update({ done: 3, total: 10, note: '40 chunks, 9/s', secondsLeft: 75 });
    expect(drawn[0]).toContain('30 %');
    expect(drawn[0]!.replace('\r\u001B[2K', '').length).toBeLessThan(60);
    bar.finish();
    expect(drawn.at(-1)).toBe('\r\u001B[2K');
  });

  it('writes at most a line per tenth elsewhere', () => {
    const drawn: string[] = [];
    const bar = createProgressBar({ terminal: plain, write: (text) => drawn.push(text), label: 'Documents' });
    for (let done = 0; done <= 100; done += 1) bar.update({ done, total: 100 });
    expect(drawn).toHaveLength(11);
    expect(drawn.at(-1)).toBe('Documents 100 % (100/100)\n');
  });

  it.each([
    [3, '3 s'],
    [75, '1 min 15 s'],
    [7_500, '2 h 5 min'],
  ])('says %i seconds as %s', (seconds, words) => {
    expect(duration(seconds)).toBe(words);
  });
});
