import { getEventListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { ApiError } from '@ibid/client';
import { IbidError } from '@ibid/core';
import { CommanderError } from 'commander';
import { EXIT, type CommandContext } from './command-context.js';
import { createProgram } from './program.js';
import { createTerminal } from './terminal.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const stopping = new AbortController();
const terminal = createTerminal({
  isTerminal: process.stdout.isTTY === true,
  columns: process.stdout.columns,
  environment: process.env,
});
const notes = createTerminal({
  isTerminal: process.stderr.isTTY === true,
  columns: process.stderr.columns,
  environment: process.env,
});
const context: CommandContext = {
  terminal,
  notes,
  write: (text) => void process.stdout.write(text),
  note: (line) => void process.stderr.write(`${line}\n`),
  draw: (text) => void process.stderr.write(text),
  signal: stopping.signal,
};

// The first Ctrl-C lets a command that listens for it end cleanly; the second one exits at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    const isHeard = getEventListeners(stopping.signal, 'abort').length > 0;
    if (stopping.signal.aborted || !isHeard) process.exit(EXIT.stopped);
    stopping.abort();
  });
}
// A reader that closes the pipe early (`| head`) is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failed),
);

async function main(): Promise<void> {
  try {
    await createProgram({ version, context, finish: (code) => (process.exitCode = code) }).parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    } else {
      context.note(notes.red(error instanceof Error ? error.message : String(error)));
      const isExpected = error instanceof IbidError || error instanceof ApiError;
      if (!isExpected && process.env['IBID_DEBUG']) console.error(error);
      process.exitCode = EXIT.failed;
    }
  }
}

void main();
