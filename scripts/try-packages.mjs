// Packs every package, installs the tarballs into an empty project outside the repository, and uses them as a new user
// would, on Node 20, 22 and 24: README's library sample, and the whole product through `npx ibid`. The examples for
// other frameworks run on the oldest and the newest of them, as does every example (compiled with the packages' own
// types), except on the Node that runs this script: examples.test.ts covers that. publint and arethetypeswrong check
// the tarballs.
// node scripts/try-packages.mjs [--keep] [--node=24]   Build first.
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packStaged, stagePackages } from './pack.mjs';
import { placeInLock } from './placed-lock.mjs';
import { startServices } from './services.mjs';
import { nodePath } from './tools.mjs';
import { tryCommand } from './try-command.mjs';
import { undeclaredImports } from './undeclared-imports.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ibid-packages-'));
const project = join(folder, 'project');
const tarballs = join(folder, 'tarballs');
const FRAMEWORKS = ['with-langchain', 'with-mastra'];
/** Node 20 is the minimum for the packages; the others come from the registry. */
const [only] = process.argv.flatMap((arg) => /^--node=(\d+)$/.exec(arg)?.[1] ?? []);
const MAJORS = only === undefined ? [20, 22, 24] : [Number(only)];

let services = null;
let status = 0;
try {
  await tryPackages();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  status = 1;
}
await services?.stop();
if (process.argv.includes('--keep')) console.log(folder);
else rmSync(folder, { recursive: true, force: true });
process.exit(status);

async function tryPackages() {
  services = await startServices({ log: (line) => console.log(line) });
  for (const path of [project, tarballs]) mkdirSync(path);
  const packed = await timed('pack', pack);
  copyExamples();
  // Installing waits for the network and the disk, so the rest runs in parallel.
  await Promise.all([
    timed('publint and arethetypeswrong', () =>
      run(process.execPath, [join(root, 'scripts/tools/lint-packages.mjs'), ...packed]),
    ),
    timed('install into an empty project', () => install(packed)),
    timed('install the other frameworks', installFrameworks),
  ]);
  checkImports();
  await timed('types', compileExamples);
  const nodes = MAJORS.map((major) => ({ major, path: nodeOf(major) }));
  for (const { major, path } of nodes) {
    if (path === null) throw new Error(`There is no Node ${major} for this machine in the registry.`);
    await timed(`Node ${major}`, () => useOn(path, scriptsFor(major)));
  }
}

function nodeOf(major) {
  return process.versions.node.startsWith(`${major}.`) ? process.execPath : nodePath(major);
}

async function pack() {
  return packStaged(await stagePackages(join(folder, 'staged')), tarballs).map(
    ({ filename, size, unpackedSize, entryCount }) => {
      console.log(
        `  ${filename}: ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked, ${entryCount} files`,
      );
      return join(tarballs, filename);
    },
  );
}

async function install(packed) {
  const examples = JSON.parse(readFileSync(join(root, 'examples/package.json'), 'utf8'));
  const others = Object.entries({ ...examples.dependencies, ...examples.devDependencies })
    .filter(([name]) => !/^(@ibid\/|ibid$)/.test(name))
    .map(([name, version]) => `${name}@${version}`);
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'tried', private: true, type: 'module' }),
  );
  // The embedder's runtime downloads files for graphics cards at install time; they are not needed here.
  const env = { ONNXRUNTIME_NODE_INSTALL: 'skip', npm_config_onnxruntime_node_install: 'skip' };
  await run('npm', ['install', '--no-audit', '--no-fund', ...packed, ...others], { env });
  console.log(`  installed: ${megabytes(folderSize(join(project, 'node_modules')))}`);
}

function checkImports() {
  const modules = join(project, 'node_modules');
  const own = [
    join(modules, 'ibid'),
    ...readdirSync(join(modules, '@ibid')).map((name) => join(modules, '@ibid', name)),
  ];
  const undeclared = own.flatMap(undeclaredImports);
  if (undeclared.length > 0)
    throw new Error(`Imported, but not among the dependencies:\n${undeclared.join('\n')}`);
}

function copyExamples() {
  const [, sample] = /## As a library\s+```ts\n([\s\S]+?)```/.exec(
    readFileSync(join(root, 'README.md'), 'utf8'),
  );
  writeFileSync(join(project, 'sample.mjs'), sample);
  mkdirSync(join(project, 'papers'));
  writeFileSync(
    join(project, 'papers/budget.md'),
    '# Budget\n\nThe budget was approved by Ada Brandt on 4 May 2025.\n',
  );
  for (const name of ['src', 'documents', ...FRAMEWORKS])
    cpSync(join(root, 'examples', name), join(project, name), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
}

async function compileExamples() {
  const base = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8'));
  const compilerOptions = {
    ...base.compilerOptions,
    composite: false,
    rootDir: 'src',
    outDir: 'dist',
    typeRoots: [join(root, 'node_modules/@types')],
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project]);
}

/** Inside the project, so they resolve the packed packages above them. */
async function installFrameworks() {
  for (const name of FRAMEWORKS) {
    const cwd = join(project, name);
    placeInLock(cwd);
    await run('npm', ['ci', '--legacy-peer-deps', '--no-audit', '--no-fund'], { cwd });
  }
}

function scriptsFor(major) {
  if (only === undefined && major !== MAJORS[0] && major !== MAJORS.at(-1)) return [];
  const names = readdirSync(join(project, 'dist')).filter((file) => /^\d\d-.*\.js$/.test(file));
  const isOwn = only === undefined && process.versions.node.startsWith(`${major}.`);
  return [
    ...(isOwn ? [] : names.map((name) => join('dist', name))),
    ...FRAMEWORKS.map((name) => `${name}/main.js`),
  ];
}

async function useOn(node, scripts) {
  const env = { PATH: `${dirname(node)}:${process.env.PATH}`, ...services.environment };
  const said = await run(node, ['sample.mjs'], { env });
  if (!/Ada Brandt.*\[1\]/s.test(said) || !said.includes('supported'))
    throw new Error(`README's sample said:\n${said}`);
  await inParallel(scripts, async (script) => {
    const cwd = script.startsWith('dist') ? project : join(project, dirname(script));
    await run(node, [join(project, script)], { cwd, env });
  });
  console.log(`  README's sample and ${scripts.length} examples: ok`);
  const data = mkdtempSync(join(folder, 'data-'));
  await tryCommand({ run, node, project, papers: join(project, 'papers'), env: { ...env, IBID_DATA: data } });
  console.log('  npx ibid: ok');
}

/** Two at a time: most of the examples wait for a process to start. */
async function inParallel(things, work) {
  const waiting = [...things];
  const worker = async () => {
    for (let thing = waiting.shift(); thing !== undefined; thing = waiting.shift()) await work(thing);
  };
  await Promise.all([worker(), worker()]);
}

function run(command, args, { cwd = project, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (piece) => (stdout += piece));
    child.stderr.on('data', (piece) => (stderr += piece));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(stdout);
      else reject(new Error(`${command} ${args.join(' ')} failed (${code}):\n${stdout}\n${stderr}`));
    });
  });
}

async function timed(name, work) {
  const started = Date.now();
  const result = await work();
  console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function folderSize(path) {
  let bytes = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const full = join(path, entry.name);
    if (entry.isDirectory()) bytes += folderSize(full);
    else if (entry.isFile()) bytes += statSync(full).size;
  }
  return bytes;
}
