import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTerminal } from '../terminal.js';
import { MarkdownPrinter } from './markdown-printer.js';
import { shownWidth } from './terminal-table.js';

const terminal = createTerminal({ isTerminal: true, columns: 80, environment: { TERM: 'xterm' } });

function printer(): { printer: MarkdownPrinter; shown: () => string } {
  let shown = '';
  const made = new MarkdownPrinter({
    terminal,
    write: (text) => (shown += text),
    citation: (marker, numbers) => `<${numbers.join()}:${marker}>`,
  });
  return { printer: made, shown: () => shown };
}

function print(...parts: string[]): string {
  const one = printer();
  for (const part of parts) one.printer.push(part);
  one.printer.end();
  return one.shown();
}

/** Replaces terminal escapes with readable names. */
function readable(text: string): string {
  const names: Record<string, string> = {
    1: 'b',
    22: '/',
    2: 'dim',
    3: 'i',
    23: '/',
    4: 'u',
    24: '/',
    32: 'g',
    39: '/',
  };
  return text
    .replaceAll('\u001B', '§')
    .replaceAll(/§\[(\d+)m/gu, (_, code: string) => `{${names[code] ?? code}}`)
    .replaceAll(/§\]8;;(.*?)§\\/gu, (_, address: string) => `{link ${address}}`);
}

describe('CLI-1 Markdown in a terminal', () => {
  it('shows headings, emphasis, code, lists, quotes and rules', () => {
    expect(readable(print('## The *keel*\n'))).toBe('{b}The {i}keel{/}{/}\n');
    expect(readable(print('A **bold** word, `a*b*c` and snake_case_name, 2 * 3 * 4.\n'))).toBe(
      'A {b}bold{/} word, {g}a*b*c{/} and snake_case_name, 2 * 3 * 4.\n',
    );
    expect(readable(print('- one\n  * two\n10. three\n> said\n---\n'))).toBe(
      `{b}•{/} one\n  {b}•{/} two\n{b}10.{/} three\n{dim}│ {/}said\n{dim}${'─'.repeat(40)}{/}\n`,
    );
    expect(readable(print('```js\nlet a = "**";\n\n# no heading [1]\n```\nAfter\n'))).toBe(
      '{dim}```js{/}\n{g}let a = "**";{/}\n{g}{/}\n{g}# no heading [1]{/}\n{dim}```{/}\nAfter\n',
    );
  });

  it('shows citations and links, and leaves alone what only looks like one', () => {
    expect(print('It is so [1], and [2, 3]. In [a] list[0] of [2023\n')).toBe(
      'It is so <1:[1]>, and <2,3:[2, 3]>. In [a] list<0:[0]> of [2023\n',
    );
    expect(readable(print('See [the page](https://example.org/a) \\*here\\*.\n'))).toBe(
      'See {link https://example.org/a}{u}the page{/}{link } *here*.\n',
    );
  });

  it('sets the columns of a table in line, wide characters too', () => {
    const lines = readable(
      print('| Name | Depth |\n|---|---:|\n| **Skua** | 9 |\n| 海 | 1200 |\n\nEnd'),
    ).split('\n');
    expect(lines).toEqual([
      '{b}Name{/}{dim} │ {/}{b}Depth{/}',
      '{dim}─────┼──────{/}',
      '{b}Skua{/}{dim} │ {/}    9',
      '海  {dim} │ {/} 1200',
      '',
      'End',
      '',
    ]);
    expect(shownWidth('海é\u001B[1mx\u001B[22m')).toBe(4);
  });

  it('shows text before its line is complete', () => {
    const one = printer();
    one.printer.push('The keeper winds ');
    expect(one.shown()).toBe('The keeper winds ');
    one.printer.push('the **clock');
    expect(one.shown()).toBe('The keeper winds the ');
    one.printer.push('work** every 2 * 4 hours');
    expect(readable(one.shown())).toBe('The keeper winds the {b}clockwork{/} every 2 * 4 hours');
  });

  const pieces = '* ** _ ` ``` [ ] ( ) 1 [2] | |-| \\ word é海'.split(' ');
  pieces.push(' ', '\n', '\n\n', '# ', '- ', '> ', 'long'.repeat(60));
  /** Only a few kinds per text: with all of them, two that interact would rarely meet. */
  const text = fc
    .subarray(pieces, { minLength: 1, maxLength: 5 })
    .chain((few) => fc.array(fc.constantFrom(...few), { maxLength: 20 }))
    .map((chosen) => chosen.join(''));

  it('shows the same however the text was cut', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(60), { maxLength: 4 }), (whole, cuts) => {
        const at = [...new Set([0, ...cuts.filter((cut) => cut < whole.length), whole.length])].toSorted(
          (a, b) => a - b,
        );
        const parts = at.slice(1).map((end, index) => whole.slice(at[index], end));
        expect(readable(print(...parts))).toBe(readable(print(whole)));
      }),
      { numRuns: 700 },
    );
  });

  it('loses no word', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const count = (shown: string) => shown.split('word').length;
        expect(count(print(whole))).toBe(count(whole));
      }),
      { numRuns: 400 },
    );
  });
});
