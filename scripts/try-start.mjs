// The README's first command as a newcomer runs it: a copy of the sources in an empty folder, an empty home, empty
// caches. `npm start` must install, build, read the sample documents and answer a question with a citation.
// With --installed, everything of `npm start` but the installing runs, in this clone: where npm is too slow (QEMU).
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { placeInLock } from './placed-lock.mjs';
import { tryServer } from './try-server.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ibid-start-'));
const isInstalled = process.argv.includes('--installed');
const clone = isInstalled ? root : join(folder, 'clone');
const NOT_COMMITTED = new Set(['node_modules', 'dist', 'dist-types', '.git', '.ibid', '.cache', 'coverage']);

const isCommitted = (path) =>
  !NOT_COMMITTED.has(basename(path)) &&
  !/packages.[^/\\]+.(lib|languages|ocr-program)$|\.tsbuildinfo$/u.test(path);
if (!isInstalled) {
  cpSync(root, clone, { recursive: true, filter: isCommitted });
  placeInLock(clone);
}
const startScript = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.start;
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(IBID_|XDG_|npm_)/.test(name))),
  HOME: join(folder, 'home'),
  OLLAMA_HOST: 'off',
};
try {
  // A separate process group: npm does not forward signals, so the server is killed with everything npm started.
  const withoutInstalling = startScript.slice(startScript.indexOf('npm run build'));
  const [command, ...args] = isInstalled
    ? ['sh', '-c', `${withoutInstalling} --port 0`]
    : ['npm', 'start', '--', '--port', '0'];
  const started = spawn(command, args, {
    cwd: clone,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.kill = (signal) => process.kill(-Number(started.pid), signal);
  await tryServer(started, ask);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function ask(url) {
  const post = async (path, body) => {
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const { id } = await post('/api/conversations', {});
  const text = 'What does a continuous bell mean?';
  const { turnId } = await post(`/api/conversations/${id}/turns`, { text, parentMessageId: null });
  const events = await (await fetch(new URL(`/api/turns/${turnId}/events`, url))).text();
  if (!/"type":"citation"/.test(events) || !/"reason":"complete"/.test(events))
    throw new Error(`The answer has no citation:\n${events.slice(-2_000)}`);
  console.log(`  ${url} was ready, and answered "${text}" with a citation`);
}
