// Keeps the lock files complete for every platform.
//
// `npm ci` rejects a lock that lacks one of a package's optional platform builds, and npm writes no entry for a build
// that the registry at hand does not offer. `npm run lock` therefore adds such builds by name and version, without an
// integrity hash, to every lock file of the repository. That is safe for platforms we do not support. On Linux x64 and
// arm64 it would hide a broken install, so there a build without an integrity hash is an error, here and in
// `npm run check` (`--check`). So is a package distributed with Ibid under a licence that binds its users.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'openharmony',
  'win32',
  'netbsd',
  'openbsd',
  'sunos',
  'aix',
  'linux',
];
const PROCESSORS = [
  'wasm32',
  'arm64',
  'arm',
  'ppc64',
  'riscv64',
  's390x',
  'ia32',
  'loong64',
  'mips64el',
  'x64',
];

/**
 * A build's entry, with its platform derived from its name, and the fields in npm's order, so npm leaves it unchanged.
 */
function entryOf(name, version, isForDevelopment) {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (cpu === undefined || !/^\d+\.\d+\.\d+/.test(version)) return null;
  const has = (start) => words.some((word) => word.startsWith(start));
  const libc = has('musl') ? 'musl' : has('gnu') ? 'glibc' : null;
  return {
    version,
    cpu: [cpu],
    ...(isForDevelopment && { dev: true }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

/** Where a package finds another: in its own folder, or in one of those that it is in. */
function placesOf(name, path) {
  const folders = path.split('/node_modules/');
  const places = folders.map((_, depth) => folders.slice(0, depth + 1).join('/node_modules/'));
  return ['', ...places].map((folder) => `${folder}${folder === '' ? '' : '/'}node_modules/${name}`);
}

/** Adds the optional builds that npm left out. Returns the new lock and the added names. */
export function completeLock(lock) {
  const packages = { ...lock.packages };
  const added = [];
  for (const [path, parent] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (placesOf(name, path).some((place) => packages[place])) continue;
      const entry = entryOf(name, version, parent.dev);
      if (entry === null) continue;
      packages[`node_modules/${name}`] = entry;
      added.push(`${name}@${version}`);
    }
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { lock: { ...lock, packages: Object.fromEntries(sorted) }, added };
}

/** Builds for Linux x64 and arm64 that were never seen in a registry: an install there may lack them. */
export function buildsNeverSeen(lock) {
  return Object.entries(lock.packages)
    .filter(([, { os, cpu, libc, integrity }]) => {
      const promised =
        os?.includes('linux') && ['x64', 'arm64'].some((processor) => cpu?.includes(processor));
      return promised && !libc?.includes('musl') && integrity === undefined;
    })
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`);
}

const PERMISSIVE = new Set(
  '0BSD Apache-2.0 BSD BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT MIT-0 Python-2.0 Unlicense Zlib'.split(
    ' ',
  ),
);
const BINDING = /GPL|SSPL|BUSL|EUPL|CPAL|OSL|RPL|CC-BY-(?:NC|SA|ND)|Commons-Clause|Elastic|Parity/iu;

/** Whether a licence is acceptable, or one of several to choose from (`MIT OR GPL-3.0`). */
function licenceFits(licence, fits) {
  const parts = licence.replaceAll(/[()]/gu, '').split(/ (?:AND|OR) /u);
  return / AND /u.test(licence) ? parts.every(fits) : parts.some(fits);
}

/**
 * Packages with a licence that binds users of Ibid. Of what is installed with Ibid, only permissive licences pass; a
 * missing or unknown one does not. Development packages pass unless their licence is known to bind, because parts of
 * some are bundled into the page.
 */
export function bindingLicences(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([, { dev, license = '' }]) =>
      dev
        ? !licenceFits(license, (part) => !BINDING.test(part))
        : !licenceFits(license, (part) => PERMISSIVE.has(part)),
    )
    .map(
      ([path, { version, license }]) => `${path.replace(/^.*node_modules\//, '')}@${version} (${license})`,
    );
}

/** Only for our own comparisons, where a peer that does not load is reported and left out. */
const NOT_PROMISED = 'bench/package-lock.json';
const WITH_IBID = 'package-lock.json';

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const file of [WITH_IBID, 'scripts/tools/package-lock.json', NOT_PROMISED]) {
    const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
    const { lock, added } = completeLock(JSON.parse(readFileSync(path, 'utf8')));
    const isCheck = process.argv.includes('--check');
    if (!isCheck && added.length > 0) {
      writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
      console.log(`${file}, added by name: ${added.join(', ')}`);
    } else if (added.length > 0) {
      console.error(`${file} lacks builds, so npm ci rejects it: ${added.join(', ')}. Run: npm run lock`);
      process.exitCode = 1;
    }
    const binding = file === WITH_IBID ? bindingLicences(lock) : [];
    if (binding.length > 0) {
      console.error(`${file} has packages whose licence may bind who uses Ibid: ${binding.join(', ')}.`);
      process.exitCode = 1;
    }
    const missing = file === NOT_PROMISED ? [] : buildsNeverSeen(lock);
    if (missing.length === 0) continue;
    console.error(`${file} names builds for Linux that the registry did not have: ${missing.join(', ')}.`);
    console.error('Pin a version whose builds exist for linux x64 and arm64, then run: npm run lock');
    process.exitCode = 1;
  }
}
