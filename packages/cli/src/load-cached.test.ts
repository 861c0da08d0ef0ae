import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheFolder } from './load-cached.js';

let folder: string;
let kept: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-load-'));
  kept = join(folder, 'kept');
  writeFileSync(join(folder, 'bin.cjs'), `const { add } = require('./part.cjs'); console.log(add(1, 2));`);
  writeFileSync(join(folder, 'part.cjs'), 'exports.add = (a, b) => a + b;');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The cache is written when a process ends, so each run is a process. */
function run(): string {
  const loader = new URL('../lib/load-cached.js', import.meta.url).href;
  const program = `import { loadCached } from '${loader}'; loadCached('${join(folder, 'bin.cjs')}', '${kept}');`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }).trim();
}

describe('a command that is kept compiled', () => {
  it('is compiled once, and taken from there afterwards', () => {
    expect(run()).toBe('3');
    const written = statSync(join(kept, 'part.cjs.bin')).mtimeMs;
    expect(run()).toBe('3');
    expect(statSync(join(kept, 'part.cjs.bin')).mtimeMs).toBe(written);
  });

  it('is compiled anew when its source changes, even to one of the same length', () => {
    run();
    writeFileSync(join(folder, 'part.cjs'), 'exports.add = (a, b) => a - b;');
    expect(run()).toBe('-1');
    expect(run()).toBe('-1');
  });

  it('runs whatever became of what is kept', () => {
    run();
    const path = join(kept, 'part.cjs.bin');
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length - 20));
    expect(run()).toBe('3');
    writeFileSync(path, '');
    expect(run()).toBe('3');
  });

  it('runs where nothing can be kept', () => {
    writeFileSync(kept, 'a file in the place of the folder');
    expect(run()).toBe('3');
  });

  it('is kept apart for each command, and under no name that leads elsewhere', () => {
    const of = (command: string | undefined) =>
      cacheFolder({ command, path: '/opt/ibid/bin.cjs', environment: { XDG_CACHE_HOME: '/cache' } });
    expect(of('ask')).toMatch(/^\/cache\/ibid\/code-[^/]+\/ask$/u);
    expect(of('../../x')).toBe(of(undefined));
    expect(of('--version')).toBe(of(undefined));
  });
});
