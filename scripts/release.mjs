// Everything of a release but the upload: versions and change log from the changesets, the whole check, tarballs in dist/.
// node scripts/release.mjs [--trial]   --trial does it in a copy, without the check, and leaves nothing behind.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addToChangelog, readChangeset } from './changelog.mjs';
import { toolPath } from './tools.mjs';

const repository = fileURLToPath(new URL('..', import.meta.url));
const isTrial = process.argv.includes('--trial');
const root = isTrial ? copyOf(repository) : repository;

function run(command, ...args) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`);
}

/** A clone, with the packages that are installed here. */
function copyOf(folder) {
  const copy = mkdtempSync(join(tmpdir(), 'ibid-release-'));
  spawnSync('git', ['clone', '--quiet', '--shared', folder, copy], { stdio: 'inherit' });
  symlinkSync(join(folder, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function pendingChangesets() {
  const folder = join(root, '.changeset');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => readChangeset(readFileSync(join(folder, name), 'utf8')));
}

function versionOf(name) {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')).version;
}

function release() {
  const dirty = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).stdout.trim();
  if (!isTrial && dirty) throw new Error(`Commit or put away first:\n${dirty}`);
  if (!isTrial && !process.env.DATABASE_URL)
    throw new Error(
      'Set DATABASE_URL to a PostgreSQL with pgvector: what this version writes is kept, for later ones to be tried on.',
    );
  const changesets = pendingChangesets();
  if (changesets.length === 0)
    throw new Error('There is nothing to release. Describe changes with: npm run changeset');
  run(toolPath('changeset'), 'version');
  const version = versionOf('core');
  const versions = new Set(readdirSync(join(root, 'packages')).map(versionOf));
  if (versions.size !== 1)
    throw new Error(`The packages have different versions: ${[...versions].join(', ')}`);
  const path = join(root, 'CHANGELOG.md');
  writeFileSync(path, addToChangelog({ changelog: readFileSync(path, 'utf8'), version, changesets }));
  if (isTrial) {
    run('git', 'diff', '--stat');
    console.log(`Would release ${version}.`);
    return;
  }
  run('npm', 'run', 'lock');
  run('npm', 'ci');
  run('npm', 'run', 'build');
  run('node', 'scripts/keep-data.mjs', version);
  run('npm', 'run', 'check');
  run('node', 'scripts/pack.mjs', join(root, 'dist'));
  console.log(`
${version} is packed in dist/. What is left, by hand:
  git add -A && git commit -m "Release ${version}" && git tag v${version}
  for one in core retrieval store web server; do npm publish dist/ibid-$one-${version}.tgz; done
  npm publish dist/ibid-${version}.tgz
  git push --follow-tags`);
}

try {
  release();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  if (isTrial) rmSync(root, { recursive: true, force: true });
}
