import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXIT } from './command-context.js';

const bin = fileURLToPath(new URL('../ibid.js', import.meta.url));

let folder: string;
let child: ChildProcess | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-stop-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function writeNotes(count: number): void {
  mkdirSync(join(folder, 'notes'), { recursive: true });
  for (let at = 0; at < count; at += 1)
    writeFileSync(
      join(folder, 'notes', `${at}.md`),
      `# Note ${at}\n\n${`A line of note ${at}. `.repeat(40)}`,
    );
}

/** Runs a command, stops it once its output matches, and returns how it ended. */
async function run(
  words: readonly string[],
  stopAt?: RegExp,
  onOutput: (output: string) => void = () => {},
): Promise<{ code: number | null; output: string }> {
  let output = '';
  const process_ = spawn(process.execPath, [bin, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, IBID_EMBEDDER: 'none' },
  });
  child = process_;
  const ended = new Promise<number | null>((resolve) => process_.once('exit', resolve));
  for (const stream of [process_.stdout, process_.stderr])
    stream.on('data', (data) => {
      output += String(data);
      onOutput(output);
      if (stopAt?.test(output) && !process_.killed) process_.kill('SIGINT');
    });
  return { code: await ended, output };
}

describe('CLI-1 Ctrl-C', () => {
  it('ends an ingest after the files that are being read, and the same command goes on', async () => {
    const words = ['ingest', join(folder, 'notes'), '--data', join(folder, 'data')];
    let files = 100;
    let stopped = { code: EXIT.ok as number | null, output: '' };
    // If this process is slower than the command, the command may finish before the stop arrives; retry with more
    // files.
    while (stopped.code === EXIT.ok) {
      files *= 2;
      writeNotes(files);
      stopped = await run(words, /\((?!0\/)\d+\/\d+\)/);
    }
    expect(stopped.code).toBe(EXIT.stopped);
    expect(stopped.output).toContain('Run the same command again');
    const whole = await run([...words, '--json']);
    expect(whole.code).toBe(EXIT.ok);
    const { counts } = JSON.parse(/^\{.*\}$/m.exec(whole.output)?.[0] ?? '{}') as {
      counts: { added: number; unchanged: number };
    };
    expect(counts.unchanged).toBeGreaterThan(0);
    expect(counts.added).toBeGreaterThan(0);
    expect(counts.added + counts.unchanged).toBe(files);
  });

  it('watches a folder until it is ended, and takes in what changes', async () => {
    writeNotes(2);
    const words = ['ingest', join(folder, 'notes'), '--watch', '--data', join(folder, 'data')];
    let hasWritten = false;
    const watching = run(words, /2 already there/u, (output) => {
      if (hasWritten || !output.includes('Watching for changes')) return;
      hasWritten = true;
      writeFileSync(join(folder, 'notes', 'new.md'), '# New\n\nA note that came later.');
    });
    const { code, output } = await watching;
    expect(output).toMatch(/1 added/u);
    expect([EXIT.ok, EXIT.stopped]).toContain(code);
    expect((await run(['search', 'came later', '--data', join(folder, 'data')])).output).toContain(
      'came later',
    );
  });

  it('ends a command at once that has nothing to finish', async () => {
    mkdirSync(join(folder, 'set', 'qrels'), { recursive: true });
    const lines = Array.from({ length: 4000 }, (_, at) => ({
      _id: `d${at}`,
      title: `T${at}`,
      text: `Text ${at}.`,
    }));
    writeFileSync(join(folder, 'set', 'corpus.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
    writeFileSync(join(folder, 'set', 'queries.jsonl'), JSON.stringify({ _id: 'q', text: 'text' }));
    writeFileSync(join(folder, 'set', 'qrels', 'test.tsv'), 'query-id\tcorpus-id\tscore\nq\td1\t1\n');
    const { code, output } = await run(['eval', join(folder, 'set')], /4000 passages/);
    expect(code).toBe(EXIT.stopped);
    expect(output).not.toContain('| set |');
  });
});
