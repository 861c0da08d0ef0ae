import { setFlagsFromString } from 'node:v8';

/** These continue for long, so that code which V8 optimises early pays off. */
const LONG = new Set(['serve', 'mcp', 'eval', 'ingest', 'chat']);

/** Patterns compile once, to machine code, and not first to bytecode; a young heap grows at once, not by doubling. */
const EVERYWHERE = ['--no-regexp-tier-up', '--semi-space-growth-factor=16'];

/**
 * By major version of Node, because the names change and an unknown one is reported to the user: optimise only what
 * runs very often. A command that answers one question ends before the rest would pay.
 */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  20: [...EVERYWHERE, '--interrupt-budget=1000000'],
  22: [...EVERYWHERE, '--invocation-count-for-turbofan=30000'],
  24: [...EVERYWHERE, '--invocation-count-for-turbofan=30000'],
};

/** Tells V8 to spend less on making code fast, unless the command is one that runs for long. */
export function prepareShortRun(command: string | undefined): void {
  if (LONG.has(command ?? '')) return;
  const [major = ''] = process.versions.node.split('.');
  for (const flag of FLAGS[major] ?? []) setFlagsFromString(flag);
}
