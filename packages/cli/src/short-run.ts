import { setFlagsFromString } from 'node:v8';

/** These run long enough for V8's early optimisations to pay off. */
const LONG = new Set(['serve', 'mcp', 'eval', 'ingest', 'chat']);

/**
 * Compile patterns once, directly to machine code instead of bytecode first; grow the young heap at once, not by
 * doubling.
 */
const EVERYWHERE = ['--no-regexp-tier-up', '--semi-space-growth-factor=16'];

/**
 * By major version of Node, because flag names change and unknown ones are reported to the user: optimise only very hot
 * code. A command that answers one question ends before the rest would pay off.
 */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  20: [...EVERYWHERE, '--interrupt-budget=1000000'],
  22: [...EVERYWHERE, '--invocation-count-for-turbofan=30000'],
  24: [...EVERYWHERE, '--invocation-count-for-turbofan=30000'],
};

/** Tells V8 to spend less on optimisation, unless the command runs for long. */
export function prepareShortRun(command: string | undefined): void {
  if (LONG.has(command ?? '')) return;
  const [major = ''] = process.versions.node.split('.');
  for (const flag of FLAGS[major] ?? []) setFlagsFromString(flag);
}
