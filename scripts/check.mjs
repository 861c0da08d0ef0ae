// Everything CI runs, in one command.
// Starts from empty caches each time, as on a machine that has never seen Ibid: PostgreSQL is unpacked into a new
// folder, and the product is started from a copy with an empty home.
// Steps run in parallel: many spend half of their time waiting for the network, the disk, a child or a timer.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = mkdtempSync(join(tmpdir(), 'ibid-check-'));
process.env.IBID_SERVICES_CACHE = cache;
process.env.IBID_CHAOS_SEED ??= '1';
const { startServices } = await import('./services.mjs');

const root = fileURLToPath(new URL('..', import.meta.url));
/** Below this, less runs in parallel; all of it then needs 6 GB. */
const isRoomy = totalmem() > 12e9;
/** The compiler and the linter spend a fifth of their time on garbage collection; with enough memory they need not. */
const manyObjects = isRoomy ? { GOGC: 'off', GOMEMLIMIT: '4GiB' } : {};
/** Threads of the linter look at shared types again each: half as many as cores, since the tests run beside it. */
const fewThreads = { GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 2))) };

const build = [
  ['lock file', 'node', ['scripts/lock.mjs', '--check']],
  ['prompts are fresh', 'node', ['scripts/build-prompts.mjs', '--check']],
  ['encodings are fresh', 'node', ['scripts/build-encodings.mjs', '--check']],
  ['format', 'npx', ['oxfmt', '--check', '.']],
  ['build and types', 'node', ['scripts/build.mjs'], manyObjects],
];
const install = [['services', 'node', ['scripts/services.mjs', '--install']]];
/** These need neither the build nor the services. */
const alone = [
  ['Dockerfile', 'node', ['scripts/tools.mjs', 'dockerfile-utils', 'lint', 'Dockerfile']],
  ['manifest for Kubernetes', 'node', ['scripts/tools/lint-manifest.mjs']],
  ['npm start with an empty home', 'node', ['scripts/try-start.mjs']],
];
const afterBuild = [
  ['lint', 'npx', ['oxlint', '--quiet'], { ...manyObjects, ...fewThreads }],
  ['nothing unused', 'npx', ['knip']],
];
const workers = availableParallelism() + (isRoomy ? 2 : 1);
const tests = [['tests', 'npx', ['vitest', 'run', `--maxWorkers=${workers}`]]];
const packages = [
  ['packages, installed and used on Node 20, 22 and 24', 'node', ['scripts/try-packages.mjs']],
];
const onPostgres = [
  ['tests of the server on PostgreSQL', 'npm', ['run', 'test:postgres', '--', '--maxWorkers=2']],
];

const begun = Date.now();
let status = 0;
let services = null;
let files = 0;
/** Each step with when it began and ended, in seconds from the start, and its processor time. */
const done = [];
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Runs steps one after another, until one fails here or elsewhere. The output of quiet steps is shown at their end. */
async function runSteps(steps, { quietly = true } = {}) {
  for (const step of steps) {
    if (status !== 0) return;
    const [name, command, args] = step;
    const started = Date.now();
    if (!quietly) console.log(`\n== ${name}`);
    const { code, output, used } = await runStep(step, quietly);
    if (quietly) console.log(`\n== ${name}\n${output}`);
    done.push({ name, numbers: [(started - begun) / 1000, (Date.now() - begun) / 1000, used] });
    if (code === 0) console.log(`== ${name}: ${seconds(started)}, ${used.toFixed(0)} s of processor time`);
    else {
      console.error(`\n${name} failed. Run it alone: ${command} ${args.join(' ')}`);
      status = code;
    }
  }
}

/** What npx would run, without the search for it, which takes longer than some of the tools. */
const local = (command, args) =>
  command === 'npx' ? [join(root, 'node_modules/.bin', args[0]), ...args.slice(1)] : [command, ...args];

async function runStep([, command, args, environment = {}], quietly) {
  files += 1;
  const paths = { said: join(cache, `${files}.log`), times: join(cache, `${files}.times`) };
  const said = quietly ? openSync(paths.said, 'w') : 'inherit';
  const times = openSync(paths.times, 'w');
  // Only a shell reports the CPU time of a command including its children.
  const child = spawn('sh', ['-c', '"$@"; code=$?; times >&3; exit $code', 'sh', ...local(command, args)], {
    cwd: root,
    stdio: ['ignore', said, said, times],
    env: { ...process.env, ...services?.environment, ...environment },
  });
  const code = await new Promise((resolve) => child.once('exit', (exit) => resolve(exit ?? 1)));
  closeSync(times);
  if (quietly) closeSync(said);
  return {
    code,
    output: quietly ? readFileSync(paths.said, 'utf8') : '',
    used: processorTime(readFileSync(paths.times, 'utf8')),
  };
}

/** The second line is for the children: `1m2.5s 0m3.25s`, user and system time. */
function processorTime(times) {
  const spent = times.split('\n')[1]?.matchAll(/(\d+)m([\d.]+)s/g) ?? [];
  return [...spent].reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
}

async function runTests() {
  const installed = runSteps(install);
  await runSteps(build, { quietly: false });
  const checked = runSteps(afterBuild);
  await installed;
  if (status === 0) {
    services = await startServices({ log: (line) => console.log(line) });
    const besides = isRoomy
      ? [checked.then(() => runSteps(packages)), runSteps(onPostgres)]
      : [checked.then(() => runSteps([...packages, ...onPostgres]))];
    await Promise.all([runSteps(tests, { quietly: false }), ...besides]);
  }
  await checked;
}

await Promise.all([runTests(), runSteps(alone)]);
await services?.stop();
rmSync(cache, { recursive: true, force: true });
console.log('\n  from    to   CPU  (seconds; without browsers and databases)');
for (const { name, numbers } of done.toSorted((one, other) => one.numbers[0] - other.numbers[0]))
  console.log(`${numbers.map((number) => number.toFixed(0).padStart(6)).join('')}  ${name}`);
const used = done.reduce((sum, { numbers }) => sum + numbers[2], 0);
console.log(`\nThe steps took ${used.toFixed(0)} s of processor time.`);
console.log(
  status === 0 ? `The check passed in ${seconds(begun)}.` : `The check failed after ${seconds(begun)}.`,
);
process.exit(status);
