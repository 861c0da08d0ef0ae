// Packs every package, installs the tarballs into an empty project outside the repository, and uses them there as a new
// user would: README's library sample, every example (compiled with the packages' own types), `npx ibid`.
// node scripts/try-packages.mjs [--keep]   Build first.
import { spawnSync } from 'node:child_process';
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
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packStaged, stagePackages } from './pack.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ibid-packages-'));
const project = join(folder, 'project');
const tarballs = join(folder, 'tarballs');
for (const path of [project, tarballs]) mkdirSync(path);

function run(command, args, { cwd = project, env = {} } = {}) {
  const result = spawnSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, ...env } });
  if (result.status === 0) return result.stdout;
  console.error(`${command} ${args.join(' ')} failed:\n${result.stdout}\n${result.stderr}`);
  process.exit(1);
}

const packed = packStaged(await stagePackages(join(folder, 'staged')), tarballs).map(
  ({ filename, size, unpackedSize, entryCount }) => {
    console.log(
      `${filename}: ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked, ${entryCount} files`,
    );
    return join(tarballs, filename);
  },
);

const examples = JSON.parse(readFileSync(join(root, 'examples/package.json'), 'utf8'));
const others = Object.entries({ ...examples.dependencies, ...examples.devDependencies })
  .filter(([name]) => !/^(@ibid\/|ibid$)/.test(name))
  .map(([name, version]) => `${name}@${version}`);
writeFileSync(
  join(project, 'package.json'),
  JSON.stringify({ name: 'tried', private: true, type: 'module' }),
);
// The runtime of the embedder fetches files for graphics cards when it is installed; nobody needs them here.
const env = { ONNXRUNTIME_NODE_INSTALL: 'skip', npm_config_onnxruntime_node_install: 'skip' };
run('npm', ['install', '--no-audit', '--no-fund', ...packed, ...others], { env });
console.log(`installed: ${megabytes(folderSize(join(project, 'node_modules')))}`);

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const [, sample] = /## As a library\s+```ts\n([\s\S]+?)```/.exec(readme);
writeFileSync(join(project, 'sample.mjs'), sample);
mkdirSync(join(project, 'papers'));
writeFileSync(
  join(project, 'papers/budget.md'),
  '# Budget\n\nThe budget was approved by Ada Brandt on 4 May 2025.\n',
);
const said = run('node', ['sample.mjs']);
if (!/Ada Brandt.*\[1\]/s.test(said) || !said.includes('supported')) {
  console.error(`README's sample said:\n${said}`);
  process.exit(1);
}
console.log("README's library sample: ok");

cpSync(join(root, 'examples/src'), join(project, 'src'), { recursive: true });
cpSync(join(root, 'examples/documents'), join(project, 'documents'), { recursive: true });
const base = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8'));
const compilerOptions = {
  ...base.compilerOptions,
  composite: false,
  rootDir: 'src',
  outDir: 'dist',
  typeRoots: [join(root, 'node_modules/@types')],
};
writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project]);
console.log('types: ok');
for (const name of readdirSync(join(project, 'dist'))
  .filter((file) => /^\d\d-.*\.js$/.test(file))
  .sort()) {
  run('node', [join('dist', name)]);
  console.log(`${name}: ok`);
}

const data = { IBID_DATA: join(folder, 'data') };
console.log(`npx ibid --version: ${run('npx', ['--no-install', 'ibid', '--version']).trim()}`);
console.log(run('npx', ['--no-install', 'ibid', 'doctor'], { env: data }));
if (process.argv.includes('--keep')) console.log(folder);
else rmSync(folder, { recursive: true, force: true });

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
