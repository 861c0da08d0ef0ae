import { PreparePool } from '@ibid/retrieval/internal';
import { CommanderError } from 'commander';
import type { CommandContext } from './command-context.js';
import { createProgram } from './program.js';
import { createTerminal } from './terminal.js';

interface Ended {
  code: number;
  out: string;
  err: string;
}

/**
 * Runs the command in this process as if its output went to a pipe; keyword search only, since few commands need more.
 */
export async function ibid(...words: string[]): Promise<Ended> {
  const before = process.env['IBID_EMBEDDER'];
  process.env['IBID_EMBEDDER'] = 'none';
  try {
    return await ibidByMeaning(...words);
  } finally {
    if (before === undefined) delete process.env['IBID_EMBEDDER'];
    else process.env['IBID_EMBEDDER'] = before;
  }
}

const readersScript = new URL('../../../scripts/shared-readers.mjs', import.meta.url).href;

/** With the embedder, which takes a second to load. Idle readers read on for the next command of this process. */
export async function ibidByMeaning(...words: string[]): Promise<Ended> {
  let out = '';
  let err = '';
  let code = 0;
  const script = (await import(readersScript)) as { shareReaders: (pools: typeof PreparePool) => () => void };
  const stopSharing = script.shareReaders(PreparePool);
  const terminal = createTerminal({ isTerminal: false, environment: {} });
  const context: CommandContext = {
    terminal,
    notes: terminal,
    write: (text) => (out += text),
    note: (line) => (err += `${line}\n`),
    draw: (text) => (err += text),
    signal: new AbortController().signal,
  };
  try {
    await createProgram({ version: '9.9.9', context, finish: (ended) => (code = ended) }).parseAsync(words, {
      from: 'user',
    });
  } catch (error) {
    if (error instanceof CommanderError) code = error.exitCode === 0 ? 0 : 2;
    else {
      code = 1;
      err += error instanceof Error ? error.message : String(error);
    }
  } finally {
    stopSharing();
  }
  return { code, out, err };
}
