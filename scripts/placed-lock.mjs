// For installs of a check: the lock files of the repository name no registry, so npm first asks it for the description
// of each package, all versions of it, only to learn where the archive is. That is nearly half of the work of an install.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Adds to the lock file of a copy where the registry in use has each package. What must be installed stays the same. */
export function placeInLock(folder) {
  const path = join(folder, 'package-lock.json');
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], { cwd: folder, encoding: 'utf8' });
  const registry = stdout.trim().replace(/\/$/u, '');
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (!place.includes('node_modules/') || entry.link || entry.resolved) continue;
    const name = entry.name ?? place.split('node_modules/').at(-1);
    entry.resolved = `${registry}/${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`;
  }
  writeFileSync(path, JSON.stringify(lock, null, 2));
}
