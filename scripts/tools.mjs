// Runs a tool of scripts/tools, which is installed when first used: `node scripts/tools.mjs changeset add`.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = fileURLToPath(new URL('tools', import.meta.url));

/** The folder of the tools, installed as its lock file says. */
export function installTools() {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const mark = join(folder, 'node_modules/.installed-lock.json');
  const isInstalled = () => existsSync(mark) && readFileSync(mark, 'utf8') === lock;
  // Tests and steps of the check ask for tools at the same time, and two installations would delete each other's files.
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

/** Whether this process is the one to install; one that died while it installed gives its turn up. */
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
    // Gone meanwhile, or left behind: the next round sees which.
    if (error.code === 'ESRCH') rmSync(file, { force: true });
  }
  return false;
}

export function toolPath(name) {
  return join(installTools(), 'node_modules/.bin', name);
}

/** Node of another major version, e.g. `22`; null where the registry has no build for this machine. */
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
