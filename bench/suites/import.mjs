// The cost of a library before it does anything: CPU and memory of a cold import, each in a separate process, and the
// size on disk of the package with all its dependencies. Core is measured as published: packed and installed.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packStaged, stagePackages } from '../../scripts/pack.mjs';

const bench = fileURLToPath(new URL('..', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const ROUNDS = 7;

/** Imported from where it is installed; the peers from bench. */
const librariesWith = (published) => [
  { name: '@ibid/core', from: published },
  { name: '@ibid/core/citations', from: published },
  { name: '@ibid/core/ai-sdk', from: published },
  { name: '@ibid/retrieval', from: root },
  { name: '@ibid/store', from: root },
  { name: 'ibid', from: root },
  { name: 'ai', from: bench },
  { name: 'langchain', from: bench },
  { name: '@langchain/core/messages', from: bench },
  { name: '@mastra/core', from: bench },
  { name: '@llamaindex/core/schema', from: bench },
];

const CHILD = `
const before = process.memoryUsage().rss;
const started = process.cpuUsage();
await import(process.argv[1]);
const used = process.cpuUsage(started);
console.log(JSON.stringify({ cpu: (used.user + used.system) / 1000, memory: (process.memoryUsage().rss - before) / 1e6 }));
process.exit(0);
`;

function importOnce({ name, from }) {
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', CHILD, name], {
    cwd: from,
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(`${name} cannot be imported:\n${result.stderr}`);
  return JSON.parse(result.stdout.trim().split('\n').at(-1));
}

function median(values) {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];
}

/** The package and its dependencies, each once; optional ones separately, since an install can omit them. */
function installedMegabytes({ name, from }) {
  const seen = new Map();
  const visit = (dependency, folder) => {
    const found = findPackage(dependency, folder);
    if (!found || seen.has(found)) return;
    const manifest = JSON.parse(readFileSync(join(found, 'package.json'), 'utf8'));
    seen.set(found, sizeOf(found, manifest));
    for (const next of Object.keys(manifest.dependencies ?? {})) visit(next, found);
  };
  visit(
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/'),
    from,
  );
  let bytes = 0;
  for (const size of seen.values()) bytes += size;
  return { megabytes: Math.round(bytes / 1e5) / 10, packages: seen.size };
}

function findPackage(name, folder) {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return realpathSync(path);
    if (dirname(at) === at) break;
  }
  try {
    return dirname(createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`));
  } catch {
    return null;
  }
}

/** For packages built here, only what would be published. */
function sizeOf(folder, manifest) {
  const isBuiltHere = folder.startsWith(join(root, 'packages'));
  return walk(isBuiltHere && manifest.name.startsWith('@ibid/') ? join(folder, 'dist') : folder, isBuiltHere);
}

function walk(folder, isOwn) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name === 'node_modules') continue;
    if (isOwn && /\.map$|\.test\.|test-helper|\.tsbuildinfo$/.test(entry.name)) continue;
    if (entry.isDirectory()) bytes += walk(path, isOwn);
    else if (entry.isFile()) bytes += statSync(path).size;
  }
  return bytes;
}

/** An empty project with the packed core installed. */
async function installCore(log) {
  const folder = mkdtempSync(join(tmpdir(), 'ibid-import-'));
  const staged = await stagePackages(join(folder, 'staged'));
  const [core] = packStaged([staged[0]], folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const args = ['install', '--no-audit', '--no-fund', join(folder, core.filename)];
  const result = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`npm install failed:\n${result.stderr}`);
  log('installed the packed core into an empty project');
  return folder;
}

export async function run({ log }) {
  const published = await installCore(log);
  const libraries = librariesWith(published);
  const samples = new Map(libraries.map(({ name }) => [name, []]));
  // In turns, so a busy moment of the machine does not affect only one library.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const library of libraries) {
      const sample = importOnce(library);
      if (round > 0) samples.get(library.name).push(sample);
    }
    log(`round ${round} of ${ROUNDS}`);
  }
  const measured = {};
  for (const library of libraries) {
    const taken = samples.get(library.name);
    measured[library.name] = {
      cpuMilliseconds: Math.round(median(taken.map(({ cpu }) => cpu))),
      memoryMegabytes: Math.round(median(taken.map(({ memory }) => memory)) * 10) / 10,
      installed: installedMegabytes(library),
    };
    const { cpuMilliseconds, memoryMegabytes, installed } = measured[library.name];
    log(
      `${library.name}: ${cpuMilliseconds} ms CPU, ${memoryMegabytes} MB, ${installed.megabytes} MB on disk in ${installed.packages} packages`,
    );
  }
  rmSync(published, { recursive: true, force: true });
  const own = Object.fromEntries(Object.entries(measured).filter(([name]) => name.startsWith('@ibid/')));
  const peers = Object.fromEntries(Object.entries(measured).filter(([name]) => !name.startsWith('@ibid/')));
  const core = measured['@ibid/core'];
  const { ai } = peers;
  const bars = [
    { name: 'core-import-cpu-to-ai', value: round2(core.cpuMilliseconds / ai.cpuMilliseconds), bar: '< 1' },
    {
      name: 'core-import-memory-to-ai',
      value: round2(core.memoryMegabytes / ai.memoryMegabytes),
      bar: '< 1',
    },
    { name: 'core-installed-megabytes', value: core.installed.megabytes, bar: '< 15' },
  ];
  for (const bar of bars) bar.ok = bar.value < Number(bar.bar.slice(2));
  return { figures: own, peers, bars };
}

function round2(value) {
  return Math.round(value * 100) / 100;
}
