// The cost for a newcomer: install time and size, time and memory until the page answers, and the same for a second
// start.
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

function folderSize(folder) {
  const seen = new Set();
  let bytes = 0;
  let files = 0;
  const walk = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const full = join(path, entry.name);
      if (entry.isSymbolicLink()) continue;
      if (entry.isDirectory()) walk(full);
      else {
        const info = statSync(full);
        if (seen.has(info.ino)) continue;
        seen.add(info.ino);
        bytes += info.size;
        files += 1;
      }
    }
  };
  walk(folder);
  return { megabytes: Math.round(bytes / 1e6), files };
}

function install(log, args) {
  const folder = mkdtempSync(join(tmpdir(), 'ibid-install-'));
  const manifests = ['package.json', 'package-lock.json', '.npmrc', 'examples/package.json'];
  for (const name of readdirSync(join(root, 'packages'))) manifests.push(`packages/${name}/package.json`);
  for (const path of manifests) {
    if (!existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  log(`npm ci ${args.join(' ')} in an empty folder …`);
  const started = performance.now();
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  const seconds = (performance.now() - started) / 1000;
  if (result.status !== 0) throw new Error(`npm ci failed:\n${result.stderr}`);
  const size = folderSize(join(folder, 'node_modules'));
  rmSync(folder, { recursive: true, force: true });
  return { seconds: Math.round(seconds), ...size };
}

/** Starts the server on a folder and measures until it answers; memory is read once the embedder has settled. */
async function start(log, data, label) {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [join(root, 'packages/cli/ibid.js'), 'serve', '--port', '0', '--sample', '--data', data],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (piece) => {
      text += piece;
      const found = /https?:\/\/[^\s"]+/.exec(text);
      if (found && text.includes('ready')) resolve(found[0]);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  await fetch(`${url}/healthz`);
  const milliseconds = Math.round(performance.now() - started);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const megabytes = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024);
  const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/\(.*\) /, '')
    .split(' ');
  const cpuMilliseconds = (Number(user) + Number(system)) * 10;
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  log(`${label}: ready after ${milliseconds} ms, ${cpuMilliseconds} ms of CPU, ${megabytes} MB`);
  return { milliseconds, cpuMilliseconds, megabytes };
}

export async function run({ log, args }) {
  const skipInstall = args.includes('--no-install');
  const installAll = skipInstall ? null : install(log, []);
  const installProduction = skipInstall ? null : install(log, ['--omit=dev']);
  const data = mkdtempSync(join(tmpdir(), 'ibid-start-'));
  const firstStart = await start(log, data, 'first start, reading the sample documents');
  const nextStart = await start(log, data, 'next start');
  rmSync(data, { recursive: true, force: true });
  return { figures: { installAll, installProduction, firstStart, nextStart } };
}
