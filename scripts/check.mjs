// Everything CI runs, in one command.
// It works from empty caches each time, as on a machine that has never seen Ibid: PostgreSQL is unpacked into a new
// folder, and the product is started from a copy with an empty home.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = mkdtempSync(join(tmpdir(), 'ibid-check-'));
process.env.IBID_SERVICES_CACHE = cache;
process.env.IBID_CHAOS_SEED ??= '1';
const { startServices } = await import('./services.mjs');

const root = fileURLToPath(new URL('..', import.meta.url));
const first = [
  ['lock file', 'node', ['scripts/lock.mjs', '--check']],
  ['prompts are fresh', 'node', ['scripts/build-prompts.mjs', '--check']],
  ['encodings are fresh', 'node', ['scripts/build-encodings.mjs', '--check']],
  ['format', 'npx', ['oxfmt', '--check', '.']],
  ['build and types', 'node', ['scripts/build.mjs']],
  ['lint', 'npx', ['oxlint', '--quiet']],
  ['nothing unused', 'npx', ['knip']],
];
/** Waits for the network and the disk, so it runs beside the first steps. */
const install = [['services', 'node', ['scripts/services.mjs', '--install']]];
const tests = [['tests', 'npx', ['vitest', 'run']]];
/** They wait half of their time, so they run beside the tests. What they print is shown at their end. */
const beside = [
  ['Dockerfile', 'node', ['scripts/tools.mjs', 'dockerfile-utils', 'lint', 'Dockerfile']],
  ['manifest for Kubernetes', 'node', ['scripts/tools/lint-manifest.mjs']],
  ['npm start with an empty home', 'node', ['scripts/try-start.mjs']],
  ['packages, installed and used on Node 20, 22 and 24', 'node', ['scripts/try-packages.mjs']],
  ['tests of the server on PostgreSQL', 'npm', ['run', 'test:postgres', '--', '--maxWorkers=2']],
];

const begun = Date.now();
let status = 0;
let services = null;
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** One after another, until one fails here or elsewhere. */
async function runSteps(steps, { quietly = false } = {}) {
  for (const [name, command, args] of steps) {
    if (status !== 0) return;
    const started = Date.now();
    const file = join(cache, 'output.log');
    const output = quietly ? openSync(file, 'w') : 'inherit';
    if (!quietly) console.log(`\n== ${name}`);
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...services?.environment },
    });
    const code = await new Promise((resolve) => child.once('exit', (exit) => resolve(exit ?? 1)));
    if (quietly) {
      closeSync(output);
      console.log(`\n== ${name}\n${readFileSync(file, 'utf8')}`);
    }
    if (code === 0) console.log(`== ${name}: ${seconds(started)}`);
    else {
      console.error(`\n${name} failed. Run it alone: ${command} ${args.join(' ')}`);
      status = code;
    }
  }
}

await Promise.all([runSteps(first), runSteps(install, { quietly: true })]);
if (status === 0) {
  services = await startServices({ log: (line) => console.log(line) });
  await Promise.all([runSteps(tests), runSteps(beside, { quietly: true })]);
  await services.stop();
}
rmSync(cache, { recursive: true, force: true });
console.log(
  status === 0 ? `\nThe check passed in ${seconds(begun)}.` : `\nThe check failed after ${seconds(begun)}.`,
);
process.exit(status);
