import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('A turn leaves next to nothing that only a full collection of garbage takes away', () => {
  const helper = new URL('../../dist/turn/left-over.test-helper.js', import.meta.url).href;
  // Runs in a separate process, because other code leaves garbage too. Optimising compilers are off: what they allocate
  // is not part of a turn.
  const flags = ['--expose-gc', '--no-opt', '--no-sparkplug', '--input-type=module'];
  const program = `import { leftByTurns } from '${helper}'; console.log(JSON.stringify(await leftByTurns()));`;
  const told = execFileSync(process.execPath, [...flags, '-e', program], { encoding: 'utf8' });
  const left = JSON.parse(told) as number[];
  // The median: in some rounds the engine runs a full collection or allocates for itself.
  expect(left.toSorted((a, b) => a - b)[4]).toBeLessThan(3_000);
});
