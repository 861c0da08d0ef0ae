// Runs a tool of scripts/tools, installing it on first use: `node scripts/tools.mjs changeset add`.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = fileURLToPath(new URL('tools', import.meta.url));

/** Installs the tools as in their lock file and returns their folder. */
export function installTools() {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const mark = join(folder, 'node_modules/.installed-lock.json');
  const isInstalled = () => existsSync(mark) && readFileSync(mark, 'utf8') === lock;
  // Tests and steps of the check request tools at the same time, and two installations would delete each other's files.
  const taken = join(folder, '.installing');
  while (!isInstalled()) {
    if (!takeTurn(taken)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      continue;
    }
    try {
      if (isInstalled()) break;
      const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8' });
      if (result.status !== 0) throw new Error(`The tools cannot be installed:\n${result.stderr}`);
      writeFileSync(mark, lock);
    } finally {
      rmSync(taken, { force: true });
    }
  }
  return folder;
}

/** Whether this process should install; the lock of a process that died is released. */
function takeTurn(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    if (owner > 0) process.kill(owner, 0);
  } catch (error) {
    // Deleted meanwhile, or left behind: the next attempt shows which.
    if (error.code === 'ESRCH') rmSync(file, { force: true });
  }
  return false;
}

export function toolPath(name) {
  return join(installTools(), 'node_modules/.bin', name);
}

/** Node of another major version, e.g. `22`; null if the registry has no build for this machine. */
export function nodePath(major) {
  const path = join(
    installTools(),
    `node_modules/node-${major}-${process.platform}-${process.arch}/bin/node`,
  );
  return existsSync(path) ? path : null;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [name, ...args] = process.argv.slice(2);
  process.exit(spawnSync(toolPath(name), args, { stdio: 'inherit' }).status ?? 1);
}
