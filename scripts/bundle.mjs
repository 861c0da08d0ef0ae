// Joins what the compiler wrote (`dist`) into a few files per package (`lib`), which is what runs and what is published.
// A command loaded 1,700 files before: half of the time it took to start. Names and types stay as they are.
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const packages = fileURLToPath(new URL('../packages', import.meta.url));
/** Run as a thread or a process of its own, by its path. */
const started = {
  core: [],
  client: [],
  retrieval: [
    'agentic/shell/shell-worker.js',
    'embed/model-worker.js',
    'evidence/xlsx-worker.js',
    'ingest/reader-child.js',
    'ingest/reader-watch.js',
  ],
  store: ['backup/backup-worker.js', 'database/checkpoint-worker.js'],
  server: ['acceptance/serve-child.js', 'export/docx-worker.js'],
  cli: ['bin.js'],
};
/**
 * Many small files each. Of zod only what is used comes along: its languages alone are fifty files. Schemas of a caller's
 * own zod work as well, because zod knows them by their shape.
 */
const joined = { core: ['zod'], store: ['kysely'], retrieval: ['markdown-it'], server: ['markdown-it'] };

/** Bundles the packages whose `dist` changed since. */
export default async function bundle() {
  await bundleFrom('dist', '.js');
}

/** The same of the sources: types are taken out and not checked, so it takes a second instead of half a minute. */
export async function bundleSources() {
  await bundleFrom('src', '.ts');
}

async function bundleFrom(from, ending) {
  for (const name of Object.keys(started)) {
    const made = join(packages, name, 'lib', '.made');
    const newest = `${from} ${newestIn(join(packages, name, from), ending)}`;
    if (existsSync(made) && readFileSync(made, 'utf8') === newest) continue;
    const { exports } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
    const entries = [
      ...Object.values(exports).flatMap((entry) =>
        entry.default ? [entry.default.slice('./lib/'.length)] : [],
      ),
      ...started[name],
    ];
    const inside = (id) => joined[name]?.some((taken) => id === taken || id.startsWith(`${taken}/`));
    const build = await rolldown({
      input: Object.fromEntries(
        entries
          .map((file) => file.replace(/\.js$/u, ''))
          .map((entry) => [entry, join(packages, name, from, entry + ending)]),
      ),
      platform: 'node',
      // As tsconfig.base.json has it.
      transform: { target: 'es2023' },
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
      external: (id, importer) => /^[^./]/u.test(id) && !inside(id) && !importer?.includes('node_modules'),
    });
    const lib = join(packages, name, 'lib');
    rmSync(lib, { recursive: true, force: true });
    const { output } = await build.write({ dir: lib, format: 'esm', chunkFileNames: '[name]-[hash].js' });
    await build.close();
    keepLicences(
      output.flatMap(({ moduleIds = [] }) => moduleIds),
      lib,
    );
    writeFileSync(made, newest);
    console.log(`${relative(process.cwd(), lib)}: ${readdirSync(lib, { recursive: true }).length} files`);
  }
}

/** Of everything that was taken in. */
function keepLicences(modules, lib) {
  const folders = modules.map((id) => id.match(/^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/u)?.[0]);
  for (const folder of new Set(folders.filter((one) => one !== undefined))) {
    const licence = readdirSync(folder).find((file) => /^licen[cs]e/iu.test(file));
    if (!licence) throw new Error(`${folder} has no licence to pass on.`);
    const name = folder
      .split(/[/\\]node_modules[/\\]/u)
      .at(-1)
      .replaceAll(/[/\\]/gu, '-');
    cpSync(join(folder, licence), join(lib, `LICENSE-${name}`));
  }
}

function newestIn(folder, ending) {
  let newest = 0;
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (file.name.endsWith(ending))
      newest = Math.max(newest, statSync(join(file.parentPath, file.name)).mtimeMs);
  return newest;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
