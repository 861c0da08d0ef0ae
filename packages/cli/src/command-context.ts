import type { Terminal } from './terminal.js';

/** What a command needs from its process; tests pass their own. */
export interface CommandContext {
  /** For standard output. */
  terminal: Terminal;
  /** For standard error. */
  notes: Terminal;
  write: (text: string) => void;
  note: (line: string) => void;
  /** Written to standard error unchanged, for a line that redraws itself. */
  draw: (text: string) => void;
  /** Aborted by Ctrl-C if a command listens for it; other commands are killed. */
  signal: AbortSignal;
}

/** Exit codes, the same for all commands. */
export const EXIT = { ok: 0, failed: 1, usage: 2, nothingFound: 3, stopped: 130 } as const;
