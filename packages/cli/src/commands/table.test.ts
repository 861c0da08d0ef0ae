import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ibid } from '../run-command.test-helper.js';
import { parseColumn } from './parse-column.js';

let folder: string;
const run = (...words: string[]) => ibid(...words, '--data', join(folder, 'data'));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-cli-table-'));
  vi.stubEnv('OLLAMA_HOST', 'off');
  mkdirSync(join(folder, 'docs'));
  for (const [name, depth] of [
    ['Bergen', 9],
    ['Larne', 12],
  ])
    writeFileSync(join(folder, 'docs', `${name}.md`), `# ${name}\n\nThe basin is ${depth} m deep.`);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('ANS-1 evidence tables on the command line', () => {
  it.each([
    ['Depth: How deep is it?', { name: 'Depth', kind: 'text', question: 'How deep is it?' }],
    ['Depth [number m]: How deep is it?', { kind: 'number', unit: 'm' }],
    ['Notice [words]: What is the notice period?', { name: 'Notice', kind: 'text' }],
    ['Open [yes-no]: Is it open?', { kind: 'yes-no' }],
    ['Open [yes or no]: Is it open?', { kind: 'yes-no' }],
    ['Risk [choice low/high]: How is it rated?', { kind: 'choice', choices: ['low', 'high'] }],
    ['Risk [choice low]: How is it rated?', null],
    ['How deep is it?', null],
    ['Depth [colour]: How deep is it?', null],
  ])('reads the column %s', (typed, expected) => {
    if (expected === null) expect(parseColumn(typed)).toBeNull();
    else expect(parseColumn(typed)).toMatchObject(expected);
  });

  it('makes, extends, shows, exports and deletes one', async () => {
    await run('ingest', join(folder, 'docs'), '--kb', 'Harbours');
    const unread = await run('table', 'new', 'Depths', '--kb', 'Harbours', '--column', 'How deep?');
    expect(unread).toMatchObject({ code: 2, err: expect.stringContaining('[words], [number]') });
    const made = await run(
      'table',
      'new',
      'Depths',
      '--kb',
      'Harbours',
      '--column',
      'Depth [number m]: How deep is the basin?',
    );
    expect(made.err).toContain('2 documents: 2 cells supported');
    expect(made.out).toContain('| Larne | 12 m [^2] |');
    expect((await run('table')).out).toContain('Depths  2 documents, 1 columns');
    const more = await run('table', 'add', 'depths', '--column', 'Owner: Who owns the ferry?', '--json');
    const rows = more.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { cells: Record<string, { verdict: string }> });
    expect(rows.map(({ cells }) => cells['Owner']?.verdict)).toEqual(['absent', 'absent']);
    const file = join(folder, 'depths.xlsx');
    expect((await run('table', 'export', 'Depths', '--format', 'xlsx')).code).toBe(2);
    await run('table', 'export', 'Depths', '--output', file);
    expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK');
    expect((await run('table', 'show', 'Nothing')).code).toBe(3);
    expect((await run('table', 'delete', 'Depths')).code).toBe(2);
    expect((await run('table', 'delete', 'Depths', '--yes')).code).toBe(0);
    expect((await run('table')).err).toContain('There is no table yet.');
  });
});
