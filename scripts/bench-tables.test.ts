import { describe, expect, it } from 'vitest';
// @ts-expect-error a script without types
import { writeBenchTables } from './bench-tables.mjs';
// @ts-expect-error a script without types
import { renderResult } from './render-result.mjs';

const machine = { cpu: 'a processor', cores: 2, memoryGb: 8, node: 'v20.1.0' };

describe('the tables of benchmarks', () => {
  it('say what the saved results say', () => {
    expect(writeBenchTables({ check: true }), 'run: npm run bench-tables').toBe(true);
  });

  it('show bars, and own figures beside those of peers', () => {
    const text: string = renderResult({
      suite: 'import',
      args: ['100'],
      machine,
      figures: { own: { cpu: 1.23456, size: { mb: 12_345 } } },
      peers: { other: { cpu: 2 } },
      bars: [{ name: 'ratio', value: 0.5, bar: '< 1', ok: false }],
    });
    expect(text).toContain(
      '`npm run bench -- import 100`, one run on 2 cores (a processor), 8 GB, Node 20.1.0.',
    );
    expect(text).toContain('| ratio | 0.5   | < 1     | **no** |');
    expect(text).toContain('| own   | 1.235 | 12,345  |');
    expect(text).toContain('| other | 2     |         |');
  });

  it('shows plain values and lists of values', () => {
    const text: string = renderResult({
      suite: 'x',
      machine,
      figures: { a: 1, b: [2, 3], c: null },
      bars: [],
    });
    expect(text).toContain('| a      | 1     |\n| b      | 2, 3  |');
    expect(text).not.toContain('| c');
  });
});
