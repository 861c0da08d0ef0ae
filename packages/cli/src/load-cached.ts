import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

export { prepareShortRun } from './short-run.js';

const HASH_BYTES = 32;

/**
 * Runs a CommonJS file and the files next to it that it requires, and caches the code V8 compiles for them. Compiling
 * takes a third of the time of a short command, and each command needs different functions, so there is one cache per
 * command. A cached file begins with the hash of its source, because V8 itself only compares lengths. If anything is
 * wrong with the folder, the command still runs; it only starts slower.
 */
export function loadCached(path: string, folder: string): void {
  const modules = new Map<string, { exports: unknown }>();
  const fresh: { script: Script; hash: Buffer; kept: string }[] = [];

  const load = (file: string): unknown => {
    const known = modules.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    const source = readFileSync(file, 'utf8');
    const hash = createHash('sha256').update(source).digest();
    const kept = join(folder, `${basename(file)}.bin`);
    const cachedData = readKept(kept, hash);
    const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
      filename: file,
      ...(cachedData && { cachedData }),
    });
    if (!cachedData || script.cachedDataRejected) fresh.push({ script, hash, kept });
    const require = Object.assign(
      (name: string): unknown => (name.startsWith('./') ? load(join(dirname(file), name)) : installed(name)),
      { resolve, importFrom },
    );
    (script.runInThisContext() as (...given: unknown[]) => void)(
      module.exports,
      require,
      module,
      file,
      dirname(file),
    );
    return module.exports;
  };

  const { resolve } = createRequire(path);
  /** As if the package itself imported it: each may have its own version. */
  const importFrom = async (owner: string, name: string): Promise<unknown> => {
    const here = pathToFileURL(join(dirname(resolve(`${owner}/package.json`)), 'lib/import-here.js'));
    const { importHere } = (await import(here.href)) as { importHere: (name: string) => Promise<unknown> };
    return importHere(name);
  };
  const installed = (name: string): unknown => {
    const [owner = '', own] = name.split('#');
    return own === undefined
      ? createRequire(path)(name)
      : createRequire(resolve(`${owner}/package.json`))(own);
  };

  load(path);
  // At exit, also cache the functions that the command called.
  process.once('exit', () => {
    try {
      if (fresh.length > 0) mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const { script, hash, kept } of fresh)
        write(kept, Buffer.concat([hash, script.createCachedData()]));
    } catch {
      // The folder is not writable.
    }
  });
}

/** Keyed by Node version and installation path, since several may be on one machine. */
export function cacheFolder(options: {
  command: string | undefined;
  path: string;
  environment: Record<string, string | undefined>;
}): string {
  const { command = '', path, environment } = options;
  const place = createHash('sha256').update(path).digest('hex').slice(0, 8);
  const name = /^[a-z][a-z-]{1,30}$/u.test(command) ? command : 'other';
  return join(
    environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'),
    'ibid',
    `code-${process.version}-${process.arch}-${place}`,
    name,
  );
}

function readKept(kept: string, hash: Buffer): Buffer | null {
  try {
    const bytes = readFileSync(kept);
    return hash.equals(bytes.subarray(0, HASH_BYTES)) ? bytes.subarray(HASH_BYTES) : null;
  } catch {
    return null;
  }
}

/** Atomic, because other processes may read it at the same time. */
function write(path: string, bytes: Buffer): void {
  const half = `${path}.${process.pid}`;
  writeFileSync(half, bytes, { mode: 0o600 });
  renameSync(half, path);
}
