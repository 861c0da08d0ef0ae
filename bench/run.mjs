// `npm run bench -- SUITE` runs one suite: progress on standard error, one JSON object as the last line of standard
// output. `npm run bench` alone lists the suites. With `--save`, the result goes to results/ and into the benchmarks
// page.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const suites = readdirSync(`${here}suites`)
  .filter((name) => name.endsWith('.mjs') && !name.startsWith('_'))
  .map((name) => name.slice(0, -4))
  .sort();
const suite = process.argv[2];

if (!suite || !suites.includes(suite)) {
  if (suite) console.error(`There is no suite "${suite}".`);
  console.error(`Suites: ${suites.join(', ')}\nRun one with: npm run bench -- SUITE [--save]`);
  process.exit(suite ? 2 : 0);
}

/** Suites that compare Ibid with nothing else, so they need no peers installed. */
const WITHOUT_PEERS = new Set(['large', 'ocr', 'scale-sqlite']);

if (!WITHOUT_PEERS.has(suite) && !existsSync(`${here}node_modules`)) {
  console.error('Installing the peers to compare with …');
  const install = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: here,
    stdio: ['ignore', 2, 2],
  });
  if (install.status !== 0) process.exit(install.status ?? 1);
}

const log = (...words) => console.error(...words);
const { run } = await import(`./suites/${suite}.mjs`);
const save = process.argv.includes('--save');
const args = process.argv.slice(3).filter((arg) => arg !== '--save');
const { figures, peers = {}, bars = [] } = await run({ log, args });
const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};
for (const bar of bars)
  log(
    `${bar.ok ? 'ok  ' : 'MISS'} ${bar.name}: ${bar.value} (${bar.bar})${bar.raw === undefined ? '' : `, measured ${bar.raw}`}`,
  );
const result = { suite, machine, figures, peers, bars };
if (save) {
  mkdirSync(`${here}results`, { recursive: true });
  writeFileSync(`${here}results/${suite}.json`, `${JSON.stringify({ ...result, args }, null, 2)}\n`);
  const { writeBenchTables } = await import('../scripts/bench-tables.mjs');
  writeBenchTables();
}
console.log(JSON.stringify(result));
process.exit(0);
