// Everything in a release except the upload: versions and change log from the changesets, the data of this version
// stored for testing later ones, the whole check, tarballs in dist/.
// node scripts/release.mjs [--trial]   --trial works in a copy, up to the tarballs, without the check.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addToChangelog, readChangeset } from './changelog.mjs';
import { toolPath } from './tools.mjs';

const repository = fileURLToPath(new URL('..', import.meta.url));
/** In order of dependency; the command comes last. */
const LIBRARIES = ['core', 'client', 'embedder', 'retrieval', 'store', 'eval', 'web', 'server'];
const isTrial = process.argv.includes('--trial');
const root = isTrial ? copyOf(repository) : repository;

function run(command, ...args) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`);
}

/** A clone of what is committed. */
function copyOf(folder) {
  const copy = mkdtempSync(join(tmpdir(), 'ibid-release-'));
  spawnSync('git', ['clone', '--quiet', '--shared', folder, copy], { stdio: 'inherit' });
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
  if (isTrial) run('git', 'diff', '--stat');
  run('npm', 'run', 'lock');
  run('npm', 'ci', '--no-audit', '--no-fund');
  run('npm', 'run', 'build');
  run('node', 'scripts/keep-data.mjs', version);
  if (!isTrial) run('npm', 'run', 'check');
  run('node', 'scripts/pack.mjs', join(root, 'dist'));
  const tarballs = [...LIBRARIES.map((name) => `ibid-${name}-${version}.tgz`), `ibid-${version}.tgz`];
  const missing = tarballs.filter((name) => !existsSync(join(root, 'dist', name)));
  if (missing.length > 0) throw new Error(`Not packed: ${missing.join(', ')}`);
  const kept = join(root, 'packages/server/test/released', `${version}.sqlite.gz`);
  if (!existsSync(kept)) throw new Error(`What ${version} writes was not kept.`);
  if (isTrial) {
    console.log(`Would release ${version}: ${tarballs.join(', ')}`);
    return;
  }
  console.log(`
${version} is packed in dist/. What is left, by hand:
  git add -A && git commit -m "Release ${version}" && git tag v${version}
${tarballs.map((name) => `  npm publish dist/${name}`).join('\n')}
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
