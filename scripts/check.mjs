// Everything CI runs, in one command.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const steps = [
  ['prompts are fresh', 'node', ['scripts/build-prompts.mjs', '--check']],
  ['format', 'npx', ['oxfmt', '--check', '.']],
  ['build and types', 'node', ['scripts/build.mjs']],
  ['lint', 'npx', ['oxlint', '--quiet']],
  ['tests', 'npx', ['vitest', 'run']],
];

for (const [name, command, args] of steps) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) {
    console.error(`\n${name} failed. Run it alone: ${command} ${args.join(' ')}`);
    process.exit(result.status ?? 1);
  }
  console.log(`== ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
