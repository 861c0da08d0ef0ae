import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('A turn leaves next to nothing that only a full collection of garbage takes away', () => {
  const helper = new URL('../../dist/turn/left-over.test-helper.js', import.meta.url).href;
  // In a process of its own: others leave things behind too. What an optimising compiler makes and throws away meanwhile
  // is no part of a turn.
  const flags = ['--expose-gc', '--no-opt', '--no-sparkplug', '--input-type=module'];
  const program = `import { leftByTurns } from '${helper}'; console.log(JSON.stringify(await leftByTurns()));`;
  const told = execFileSync(process.execPath, [...flags, '-e', program], { encoding: 'utf8' });
  const left = JSON.parse(told) as number[];
  // The middle one: in some round the engine collects all garbage, or learns something of its own.
  expect(left.toSorted((a, b) => a - b)[4]).toBeLessThan(3_000);
});
