import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { parseDocument } from './parse-document.js';

const read = (value: unknown) =>
  parseDocument({
    bytes: strToU8(typeof value === 'string' ? value : JSON.stringify(value)),
    name: 'tides.ipynb',
  });

describe('KB-1 Jupyter notebooks', () => {
  it('reads notes, code and what it printed, without pictures', async () => {
    const document = await read({
      nbformat: 4,
      metadata: { language_info: { name: 'python' } },
      cells: [
        { cell_type: 'markdown', source: ['# Tides\n', '\n', 'High water is at **noon**.'] },
        {
          cell_type: 'code',
          execution_count: 3,
          source: 'print(2 + 2)',
          outputs: [
            { output_type: 'stream', name: 'stdout', text: ['4\n'] },
            { output_type: 'display_data', data: { 'image/png': 'iVBORw0KGgo=', 'text/plain': '<Figure>' } },
            { output_type: 'error', ename: 'ValueError', evalue: 'too low', traceback: ['\u001b[31m'] },
          ],
        },
        { cell_type: 'raw', source: 'As it is.' },
        null,
      ],
    });
    expect(document).toMatchObject({
      title: 'Tides',
      mediaType: 'application/x-ipynb+json',
      metadata: { cells: 3, programmingLanguage: 'python' },
    });
    expect(document.text).toBe(
      '# Tides\n\nHigh water is at **noon**.\n\n```\nprint(2 + 2)\n```\n\n```\n4\n<Figure>\nValueError: too low\n```\n\nAs it is.',
    );
    expect(document.blocks.map(({ label }) => label)).toEqual([
      'Tides',
      undefined,
      'Cell 3',
      'Output 3',
      undefined,
    ]);
  });

  it('takes what is no notebook for what it is', async () => {
    expect((await read({ title: 'Plan', steps: [1] })).mediaType).toBe('application/json');
    expect((await read('{ not json')).mediaType).toBe('text/plain');
  });
});
