// Everything CI runs, in one command.
// It works from empty caches each time, as on a machine that has never seen Ibid: PostgreSQL is unpacked into a new
// folder, and the product is started from a copy with an empty home.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = mkdtempSync(join(tmpdir(), 'ibid-check-'));
process.env.IBID_SERVICES_CACHE = cache;
const { startServices } = await import('./services.mjs');

const root = fileURLToPath(new URL('..', import.meta.url));
const steps = [
  ['lock file', 'node', ['scripts/lock.mjs', '--check']],
  ['prompts are fresh', 'node', ['scripts/build-prompts.mjs', '--check']],
  ['encodings are fresh', 'node', ['scripts/build-encodings.mjs', '--check']],
  ['format', 'npx', ['oxfmt', '--check', '.']],
  ['build and types', 'node', ['scripts/build.mjs']],
  ['lint', 'npx', ['oxlint', '--quiet']],
  ['nothing unused', 'npx', ['knip']],
  ['Dockerfile', 'node', ['scripts/tools.mjs', 'dockerfile-utils', 'lint', 'Dockerfile']],
  ['tests', 'npx', ['vitest', 'run']],
  ['tests of the server on PostgreSQL', 'npm', ['run', 'test:postgres']],
  ['npm start with an empty home', 'node', ['scripts/try-start.mjs']],
  ['packages, installed and used on Node 20, 22 and 24', 'node', ['scripts/try-packages.mjs']],
];

let services = null;
let status = 0;
for (const [name, command, args] of steps) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  if (name === 'tests') services = await startServices({ log: (line) => console.log(line) });
  const env = { IBID_CHAOS_SEED: '1', ...process.env, ...services?.environment };
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env });
  if (result.status !== 0) {
    console.error(`\n${name} failed. Run it alone: ${command} ${args.join(' ')}`);
    status = result.status ?? 1;
    break;
  }
  console.log(`== ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
await services?.stop();
rmSync(cache, { recursive: true, force: true });
process.exit(status);
