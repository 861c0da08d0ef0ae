// Runs both README commands on a bare machine: a clean Debian 12 (debootstrap) with only Node and npm, an empty home,
// and a copy of what is committed. Needs root on Debian, git and the network.
// node scripts/clean-root.mjs [start|check|COMMAND…] [--arch=arm64] [--install-here]
// Without an argument it runs both; the output goes to standard output. For another architecture, QEMU runs every
// program: this tests what is installed and built, ten times slower, and says nothing about speed. npm takes longest
// there. With --install-here, this machine's npm installs the same files first (`npm ci --cpu`), and the commands leave
// that out.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const sources = fileURLToPath(new URL('..', import.meta.url));
const { values: options, positionals } = parseArgs({
  options: {
    arch: { type: 'string', default: process.arch },
    'install-here': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const COMMANDS = options['install-here']
  ? { start: 'node scripts/try-start.mjs --installed', check: 'npm run check' }
  : { start: 'node scripts/try-start.mjs', check: 'npm ci && npm run check' };
const commands = positionals.length === 0 ? Object.keys(COMMANDS) : positionals;
/** Node's names of architectures, with those of Debian and QEMU. */
const PROCESSORS = {
  x64: { debian: 'amd64', qemu: 'x86_64' },
  // A common server's processor. QEMU's own default has SME, and QEMU 7.2 calculates wrong with it: the vectors of texts
  // had nothing to do with the right ones.
  arm64: { debian: 'arm64', qemu: 'aarch64', model: 'neoverse-n1' },
};
const processor = PROCESSORS[options.arch];
if (processor === undefined) throw new Error(`--arch is one of ${Object.keys(PROCESSORS).join(', ')}`);
const isEmulated = options.arch !== process.arch;
if (isEmulated && processor.model) process.env.QEMU_CPU = processor.model;
const root = mkdtempSync(join(tmpdir(), 'ibid-clean-root-'));
const mounted = [];
let registered = null;
let status = 1;
try {
  if (isEmulated) registerEmulator();
  makeRoot();
  status = 0;
  for (const command of commands) status ||= inRoot(COMMANDS[command] ?? command);
} finally {
  for (const place of mounted.reverse()) spawnSync('umount', ['--lazy', place]);
  // If something could not be unmounted, deleting would empty this machine's own /dev.
  if (readFileSync('/proc/self/mounts', 'utf8').includes(root)) console.error(`still mounted: ${root}`);
  else rmSync(root, { recursive: true, force: true });
  if (registered) writeFileSync(registered, '-1');
}
process.exit(status);

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
  if (result.status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed (${result.status ?? result.error})`);
}

function install(name) {
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
}

/** Makes the kernel start QEMU for programs of the other architecture; undone at the end. */
function registerEmulator() {
  install('qemu-user-static');
  const formats = '/proc/sys/fs/binfmt_misc';
  const name = `qemu-${processor.qemu}`;
  if (!existsSync(join(formats, 'register'))) run('mount', ['-t', 'binfmt_misc', 'binfmt_misc', formats]);
  if (existsSync(join(formats, name))) return;
  // With the flag F, which Debian's line has, the kernel keeps QEMU open, so it need not be in the clean root.
  writeFileSync(join(formats, 'register'), readFileSync(`/usr/lib/binfmt.d/${name}.conf`, 'utf8').trim());
  registered = join(formats, name);
}

/** The running Node, or the same version for the other architecture, from the registry. */
function installNode(path) {
  if (!isEmulated) return cpSync(process.execPath, path);
  const folder = mkdtempSync(join(tmpdir(), 'ibid-node-'));
  const name = `node-linux-${options.arch}`;
  const version = process.versions.node;
  run('npm', ['pack', '--silent', `${name}@${version}`], { cwd: folder });
  run('tar', ['-xzf', `${name}-${version}.tgz`, 'package/bin/node'], { cwd: folder });
  cpSync(join(folder, 'package/bin/node'), path);
  rmSync(folder, { recursive: true, force: true });
}

function makeRoot() {
  install('debootstrap');
  run('debootstrap', [`--arch=${processor.debian}`, '--variant=minbase', 'bookworm', root]);
  // Like any "/": a temporary folder is closed to everyone but its creator, and servers do not run as root.
  chmodSync(root, 0o755);
  // Node and npm as on this machine; everything else is Debian's minimal system.
  const npm = dirname(dirname(realpathSync(join(dirname(process.execPath), 'npm'))));
  installNode(join(root, 'usr/bin/node'));
  cpSync(npm, join(root, 'usr/lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    run('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/bin', name)]);
  // How this machine reaches the network: DNS, certificates, package sources.
  for (const path of ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs', '/etc/apt', '/usr/etc/npmrc'])
    if (existsSync(path))
      cpSync(path, join(root, path), {
        recursive: true,
        dereference: true,
        force: true,
        errorOnExist: false,
      });
  // A mount point, like "/" on every machine: tools that create namespaces depend on it.
  run('mount', ['--bind', root, root]);
  mounted.push(root);
  run('mount', ['--make-private', root]);
  for (const name of ['proc', 'sys', 'dev']) {
    run('mount', ['--rbind', `/${name}`, join(root, name)]);
    mounted.push(join(root, name));
    run('mount', ['--make-rslave', join(root, name)]);
  }
  if (isEmulated) describeProcessor();
  const clone = join(root, 'ibid');
  run('git', ['clone', '-q', '--depth', '1', `file://${sources}`, clone]);
  // Install scripts would look for builds of this machine; those for Linux are in the packages.
  if (options['install-here'])
    run('npm', ['ci', '--os=linux', `--cpu=${options.arch}`, '--ignore-scripts'], { cwd: clone });
  mkdirSync(join(root, 'home/newcomer'), { recursive: true });
  writeFileSync(join(root, 'etc/hostname'), 'newcomer\n');
}

/** QEMU shows this machine's processors in /proc/cpuinfo, and ONNX Runtime crashes on those of another architecture. */
function describeProcessor() {
  if (options.arch !== 'arm64') return;
  const fields = [
    'BogoMIPS\t: 100.00',
    'Features\t: fp asimd aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp ssbs',
    'CPU implementer\t: 0x41',
    'CPU architecture: 8',
    'CPU variant\t: 0x3',
    'CPU part\t: 0xd0c',
    'CPU revision\t: 1',
  ];
  const file = join(root, 'etc/cpuinfo');
  writeFileSync(
    file,
    cpus()
      .map((_, at) => [`processor\t: ${at}`, ...fields, '\n'].join('\n'))
      .join(''),
  );
  run('mount', ['--bind', file, join(root, 'proc/cpuinfo')]);
  mounted.push(join(root, 'proc/cpuinfo'));
}

function inRoot(command) {
  const memory = Math.round(totalmem() / 2 ** 30);
  const machine = isEmulated ? `${options.arch} by QEMU on ${process.arch}` : options.arch;
  console.log(
    `\n== ${command}\n   Debian 12, ${machine}, Node ${process.versions.node}, ${cpus().length} cores, ${memory} GiB`,
  );
  const started = Date.now();
  const certificates = Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(NODE_EXTRA_CA_CERTS|SSL_CERT_|https?_proxy$)/i.test(name),
    ),
  );
  // Mounts inside disappear when it ends.
  const { status: code } = spawnSync(
    'unshare',
    ['--mount', 'chroot', root, 'sh', '-c', `cd /ibid && ${command}`],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/home/newcomer',
        LANG: 'C.UTF-8',
        ...(process.env.QEMU_CPU && { QEMU_CPU: process.env.QEMU_CPU }),
        ...certificates,
      },
    },
  );
  console.log(
    `== ${command}: ${code === 0 ? 'passed' : `failed (${code})`} after ${Math.round((Date.now() - started) / 1000)} s`,
  );
  return code ?? 1;
}
