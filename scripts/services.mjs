// What the tests need besides Node: Chromium, Redis, Dovecot and PostgreSQL with pgvector, all from Debian's packages.
// PostgreSQL comes from a small Debian 13 in a cache folder, because Debian 12 has no pgvector.
// `node scripts/services.mjs` installs and starts them, and keeps them running until Ctrl-C. The check imports
// `startServices` and runs `node scripts/services.mjs --install` to fetch what it needs during the build.
// DATABASE_URL, REDIS_URL and CHROMIUM_PATH are used as they are if set; IBID_SERVICES_CACHE is the cache folder.
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BROWSER_PACKAGE, chromiumPath, hasQuickBrowser } from './browser.mjs';

const SUITE = 'trixie';
const POSTGRES = '/usr/lib/postgresql/17/bin';
/** PostgreSQL must not run as root; this user exists only in the small Debian. */
const POSTGRES_USER = 5432;
const cache =
  process.env.IBID_SERVICES_CACHE ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ibid', 'services');

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26, ...options });
  if (result.status !== 0) {
    const said = `${result.stdout ?? ''}${result.stderr ?? ''}`;
    throw new Error(failure(command, args, result.status ?? result.error, said));
  }
}

/** The same, asynchronously. */
async function runBeside(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let said = '';
  child.stdout.on('data', (piece) => (said += piece));
  child.stderr.on('data', (piece) => (said += piece));
  const code = await new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(failure(command, args, code, said));
}

function failure(command, args, code, said) {
  return `${command} ${args.join(' ')} failed (${code}).\n${said.trim().split('\n').slice(-12).join('\n')}`;
}

function onPath(command) {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

const APT = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
const installWithApt = (packages) => [
  'apt-get',
  ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  APT,
];

const mayInstall = () => process.getuid?.() === 0 && onPath('apt-get');

async function readPackageLists(log, packages) {
  if (!mayInstall()) {
    throw new Error(`The tests need ${packages.join(', ')}. Install them, or run as root on Debian.`);
  }
  log(`installing ${packages.join(', ')} from Debian's packages`);
  await runBeside('apt-get', ['update', '-qq'], APT);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function untilListening(port, process, name) {
  for (let attempt = 0; attempt < 3_000; attempt += 1) {
    if (process.exitCode !== null)
      throw new Error(`${name} ended with ${process.exitCode} before it listened.`);
    const open = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${name} did not listen on port ${port} within five minutes.`);
}

async function ensureDebianWithPostgres(log) {
  const root = join(cache, SUITE);
  if (existsSync(join(root, POSTGRES, 'postgres'))) return root;
  if (!mayInstall())
    throw new Error('The tests need PostgreSQL. Set DATABASE_URL, or run as root on Debian.');
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'new-'));
  chmodSync(fresh, 0o755); // mkdtemp creates a folder that only its owner can enter, and the server runs as postgres
  log('unpacking PostgreSQL 17 with pgvector into the cache folder, once, about a minute');
  await download(fresh);
  await unpack(fresh);
  rmSync(root, { recursive: true, force: true });
  renameSync(fresh, root);
  return root;
}

/** Without these, nothing starts: the links from /bin and /lib, and the shell and the programs that initdb runs. */
const ESSENTIAL = ['base-files', 'dash', 'libc-bin'];

/**
 * Lets apt download PostgreSQL with all it needs, as if nothing were installed. It takes a third of the CPU time of
 * debootstrap, which reads the list of all packages once for each question.
 */
async function download(root) {
  const state = join(root, 'var/lib/apt');
  const folders = { state, lists: join(state, 'lists/partial'), cache: join(root, 'var/cache/apt') };
  mkdirSync(folders.lists, { recursive: true });
  mkdirSync(join(folders.cache, 'archives/partial'), { recursive: true });
  const [sources, installed] = ['sources.list', 'status'].map((name) => join(state, name));
  const key = '/usr/share/keyrings/debian-archive-keyring.gpg';
  writeFileSync(sources, `deb [signed-by=${key}] http://deb.debian.org/debian ${SUITE} main\n`);
  writeFileSync(installed, '');
  const settings = {
    'Dir::State': state,
    'Dir::State::status': installed,
    'Dir::Cache': folders.cache,
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Acquire::Languages': 'none',
    // The folder is entered by nobody else yet.
    'APT::Sandbox::User': 'root',
  };
  const as = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await runBeside('apt-get', [...as, 'update', '-qq'], APT);
  const wanted = ['--no-install-recommends', ...ESSENTIAL, 'postgresql-17', 'postgresql-17-pgvector'];
  await runBeside('apt-get', [...as, 'install', '-y', '-qq', '--download-only', ...wanted], APT);
}

/**
 * Only unpacked, not configured: PostgreSQL needs its files, a user and two devices, and configuring a whole Debian
 * takes most of the time.
 */
async function unpack(root) {
  const archives = join(root, 'var/cache/apt/archives');
  const packages = readdirSync(archives).filter((name) => name.endsWith('.deb'));
  // It contains the links from /bin and /lib to where the files of all others are.
  const isFirst = (name) => name.startsWith('base-files_');
  for (const name of [...packages.filter(isFirst), ...packages.filter((one) => !isFirst(one))]) {
    await runBeside('dpkg-deb', ['--extract', join(archives, name), root]);
    rmSync(join(archives, name));
  }
  const user = `postgres:x:${POSTGRES_USER}`;
  appendFileSync(join(root, 'etc/passwd'), `${user}:${POSTGRES_USER}::/var/lib/postgresql:/bin/sh\n`);
  appendFileSync(join(root, 'etc/group'), `${user}:\n`);
  const home = join(root, 'var/lib/postgresql');
  mkdirSync(home, { recursive: true });
  chownSync(home, POSTGRES_USER, POSTGRES_USER);
  for (const [name, minor] of Object.entries({ null: '3', urandom: '9' }))
    if (!existsSync(join(root, 'dev', name)))
      run('mknod', ['--mode=666', join(root, 'dev', name), 'c', '1', minor]);
}

/** A separate PostgreSQL with pgvector that may be restarted, for tests of restarts. */
export async function openPostgres({ log = () => {} } = {}) {
  const root = await ensureDebianWithPostgres(log);
  const port = await freePort();
  const data = `/var/lib/postgresql/test-${process.pid}-${port}`;
  const asPostgres = ['--userspec=postgres:postgres', root];
  const env = {
    PATH: `${POSTGRES}:/usr/sbin:/usr/bin:/sbin:/bin`,
    LC_ALL: 'C.UTF-8',
    HOME: '/var/lib/postgresql',
  };
  const initial = ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'];
  run('chroot', [...asPostgres, `${POSTGRES}/initdb`, ...initial], { env });
  const options = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '/tmp',
    dynamic_shared_memory_type: 'mmap',
    fsync: 'off',
    // A test checks that deleted data is gone from the log too.
    wal_recycle: 'off',
    max_connections: 400,
    log_min_messages: 'fatal',
  };
  const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server = null;
  const start = async () => {
    const args = [...asPostgres, `${POSTGRES}/postgres`, '-D', data, ...settings];
    server = spawn('chroot', args, { env, stdio: 'ignore' });
    await untilListening(port, server, 'PostgreSQL');
    // It listens before it accepts connections. It knows no user but postgres, so name it.
    const asked = [
      root,
      `${POSTGRES}/pg_isready`,
      '-q',
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      'postgres',
    ];
    const isReady = () => spawnSync('chroot', asked, { env }).status === 0;
    for (let attempt = 0; attempt < 3_000; attempt += 1) {
      if (isReady()) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('PostgreSQL took no connection within five minutes.');
  };
  const end = async (signal) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await gone;
  };
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** `SIGINT` breaks connections and shuts down; `SIGQUIT` is a crash that the next start recovers from. */
    async restart({ signal = 'SIGINT', pauseMilliseconds = 0 } = {}) {
      await end(signal);
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
      await start();
    },
    async stop() {
      await end('SIGINT');
      rmSync(join(root, data), { recursive: true, force: true });
    },
  };
}

async function startPostgres(log, stops) {
  const postgres = await openPostgres({ log });
  stops.push(() => postgres.stop());
  return postgres.url;
}

async function startRedis(stops) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'ibid-redis-'));
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const server = spawn('redis-server', args, { stdio: 'ignore' });
  stops.push(async () => {
    server.kill('SIGTERM');
    await new Promise((resolve) => (server.exitCode === null ? server.once('exit', resolve) : resolve()));
    rmSync(folder, { recursive: true, force: true });
  });
  await untilListening(port, server, 'Redis');
  return `redis://127.0.0.1:${port}`;
}

/** Tests also run without what is `better`, so it may fail. */
async function installPackages(log, missing, better) {
  const packages = [...missing, ...better];
  if (packages.length === 0) return;
  try {
    await readPackageLists(log, packages);
    await runBeside(...installWithApt(packages));
  } catch (error) {
    if (better.length === 0) throw error;
    log(`${better.join(', ')} cannot be installed, so the tests run without`);
    await installPackages(log, missing, []);
  }
}

async function installServices(log) {
  const { DATABASE_URL } = process.env;
  const missing = [];
  if (!chromiumPath()) missing.push(BROWSER_PACKAGE);
  if (!onPath('redis-server')) missing.push('redis-server');
  if (!onPath('ip')) missing.push('iproute2');
  // Tests of repositories and mailboxes start these themselves.
  if (!onPath('git')) missing.push('git');
  if (!existsSync('/usr/sbin/dovecot')) missing.push('dovecot-imapd');
  // Even beside a Chromium: with the headless shell, pages take the browser half the CPU or less.
  const better = chromiumPath() && !hasQuickBrowser() && mayInstall() ? [BROWSER_PACKAGE] : [];
  // Each waits for the network and the disk.
  await Promise.all([installPackages(log, missing, better), !DATABASE_URL && ensureDebianWithPostgres(log)]);
}

/** Installs what is missing, starts the servers and returns their addresses. */
export async function startServices({ log = () => {} } = {}) {
  const { DATABASE_URL, REDIS_URL } = process.env;
  await installServices(log);
  const stops = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const environment = {
      CHROMIUM_PATH: chromiumPath(),
      REDIS_URL: REDIS_URL ?? (await startRedis(stops)),
      DATABASE_URL: DATABASE_URL ?? (await startPostgres(log, stops)),
    };
    return { environment, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const isCommand = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
const [flag] = isCommand ? process.argv.slice(2) : [];
if (flag === '--install') await installServices((line) => console.error(line));
else if (flag !== undefined) {
  console.error(
    'Installs and starts what the tests need, and holds it until Ctrl-C. --install: only installs it.',
  );
  process.exitCode = flag === '--help' ? 0 : 2;
} else if (isCommand) {
  const services = await startServices({ log: (line) => console.error(line) });
  for (const [name, value] of Object.entries(services.environment)) console.log(`export ${name}=${value}`);
  console.error('Running until Ctrl-C.');
  const end = () => void services.stop().then(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  setInterval(() => {}, 2 ** 30);
}
