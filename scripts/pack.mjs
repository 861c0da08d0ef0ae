// Everything in a release except the upload: stages each package as published, and packs it.
// node scripts/pack.mjs [FOLDER]   Build first. Default: dist/ of the repository.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const NAMES = ['core', 'client', 'embedder', 'retrieval', 'store', 'eval', 'web', 'server', 'cli'];
const TYPES = 'dist/**/*.d.ts';
/** Development files that are built but not published. */
const LEFT_OUT = /\.test\.|\.test-helper\.|[/\\]acceptance$|\.map$|\.tsbuildinfo$|\.made$/;

/** Creates `folder/NAME` for each package with exactly what is published. Returns the folders. */
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
    if (['lib', 'dist'].some((built) => manifest.files.includes(built) && !existsSync(join(from, built))))
      throw new Error(`packages/${name} is not built. Run: npm run build`);
    for (const path of [...manifest.files.filter((one) => !/[!*]/.test(one)), 'README.md']) {
      if (!existsSync(join(from, path))) continue;
      cpSync(join(from, path), join(to, path), { recursive: true, filter: (file) => !LEFT_OUT.test(file) });
    }
    if (manifest.files.includes(TYPES)) {
      const isType = (file) => statSync(file).isDirectory() || file.endsWith('.d.ts');
      cpSync(join(from, 'dist'), join(to, 'dist'), {
        recursive: true,
        filter: (file) => isType(file) && !LEFT_OUT.test(file),
      });
    }
    cpSync(join(root, 'LICENSE'), join(to, 'LICENSE'));
    writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    staged.push(to);
  }
  return staged;
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Packs the staged packages in one run: npm takes as long to start as to pack. Returns its report on each tarball. */
export function packStaged(staged, folder) {
  const args = ['pack', '--json', '--pack-destination', folder, ...staged];
  const result = spawnSync('npm', args, { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`npm pack failed:\n${result.stderr}`);
  return JSON.parse(result.stdout.slice(result.stdout.indexOf('[')));
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
