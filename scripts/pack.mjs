// Everything of a release but the upload: stages each package as it is published, and packs it.
// node scripts/pack.mjs [FOLDER]   Build first. Default: dist/ of the repository.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const NAMES = ['core', 'client', 'embedder', 'retrieval', 'store', 'web', 'server', 'cli'];
/** Development files that are built but not published. */
const LEFT_OUT = /\.test\.|\.test-helper\.|[/\\]acceptance$|\.map$|\.tsbuildinfo$/;

/** Makes `folder/NAME` for each package: what is published, and nothing else. Returns the folders. */
export async function stagePackages(folder) {
  const staged = [];
  for (const name of NAMES) {
    const from = join(root, 'packages', name);
    const to = join(folder, name);
    rmSync(to, { recursive: true, force: true });
    mkdirSync(to, { recursive: true });
    const {
      scripts: _scripts,
      devDependencies: _development,
      ...manifest
    } = readJson(join(from, 'package.json'));
    if (manifest.files.includes('dist') && !existsSync(join(from, 'dist')))
      throw new Error(`packages/${name} is not built. Run: npm run build`);
    for (const path of [...manifest.files.filter((one) => !/[!*]/.test(one)), 'README.md']) {
      if (!existsSync(join(from, path))) continue;
      cpSync(join(from, path), join(to, path), { recursive: true, filter: (file) => !LEFT_OUT.test(file) });
    }
    cpSync(join(root, 'LICENSE'), join(to, 'LICENSE'));
    if (name === 'core') await bundleCore(from, to, manifest);
    writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    staged.push(to);
  }
  return staged;
}

/**
 * A few files instead of some 250, and of zod only what is used: its languages alone are fifty files. Together that takes
 * two thirds off the CPU of an import. Schemas of the caller's own zod work as well, because zod knows them by their shape.
 */
async function bundleCore(from, to, manifest) {
  const entries = Object.values(manifest.exports).flatMap((entry) => entry.default ?? []);
  const input = Object.fromEntries(
    entries.map((path) => [path.replace(/^\.\/dist\/|\.js$/g, ''), join(from, path)]),
  );
  removeScripts(join(to, 'dist'));
  const bundle = await rolldown({ input, external: /^(?!zod$)[^./]/, platform: 'node' });
  const options = {
    dir: join(to, 'dist'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  };
  await bundle.write(options);
  const zod = packageFolder('zod', createRequire(join(from, 'package.json')));
  cpSync(join(zod, 'LICENSE'), join(to, 'dist/LICENSE-zod'));
}

function packageFolder(name, require) {
  return dirname(require.resolve(`${name}/package.json`));
}

function removeScripts(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && entry.name.endsWith('.js')) rmSync(join(entry.parentPath, entry.name));
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Packs what was staged. Returns what npm says of each tarball. */
export function packStaged(staged, folder) {
  return staged.map((cwd) => {
    const args = ['pack', '--json', '--pack-destination', folder];
    const result = spawnSync('npm', args, { cwd, encoding: 'utf8' });
    if (result.status !== 0) throw new Error(`npm pack failed in ${cwd}:\n${result.stderr}`);
    return JSON.parse(result.stdout.slice(result.stdout.indexOf('[')))[0];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = resolve(process.argv[2] ?? join(root, 'dist'));
  const packed = packStaged(await stagePackages(join(folder, 'staged')), folder);
  for (const { filename, size, unpackedSize } of packed) {
    console.log(
      `${filename}: ${(size / 1e6).toFixed(1)} MB packed, ${(unpackedSize / 1e6).toFixed(1)} MB unpacked`,
    );
  }
}
