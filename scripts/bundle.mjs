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
  eval: [],
  server: ['acceptance/serve-child.js', 'export/docx-worker.js'],
  cli: ['load-cached.js'],
};
/**
 * Many small files each. Of zod only what is used comes along: its languages alone are fifty files. Schemas of a caller's
 * own zod work as well, because zod knows them by their shape.
 */
const joined = { core: ['zod'], store: ['kysely'], retrieval: ['markdown-it'], server: ['markdown-it'] };

/**
 * Names and statements stay. A character beyond Latin-1, and be it in a comment, doubles what the whole file takes in
 * memory, so such characters are escaped, and comments are left to the declarations.
 */
const unchanged = { compress: false, mangle: false };

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
    const { output } = await build.write({
      dir: lib,
      format: 'esm',
      chunkFileNames: '[name]-[hash].js',
      comments: { legal: true, annotation: false, jsdoc: false },
      minify: { ...unchanged, codegen: { removeWhitespace: false, asciiOnly: true } },
    });
    await build.close();
    keepLicences(
      output.flatMap(({ moduleIds = [] }) => moduleIds),
      lib,
    );
    // For the command, which has this package inside it: loads what is installed for this package.
    writeFileSync(join(lib, 'import-here.js'), 'export const importHere = (name) => import(name);\n');
    finish(lib, made, newest);
  }
  await bundleCommand(from, ending);
}

function finish(folder, made, newest) {
  writeFileSync(made, newest);
  const files = readdirSync(folder, { recursive: true }).length;
  console.log(`${relative(process.cwd(), folder)}: ${files} files`);
}

/** Taken into the command as well; everything else is loaded from where it is installed. */
const inCommand =
  /^(?:@ibid\/(?!embedder)|zod|hono|@hono\/|@asteasolutions\/|openapi3-ts|kysely|markdown-it|commander|eventsource-parser|@ai-sdk\/provider(?!-)|json-schema|@modelcontextprotocol\/|pino|rate-limiter-flexible|@fastify\/busboy|snowball-stemmers)/u;

/**
 * The command with all packages in it, for a quick start: a few files that `load-cached` keeps compiled. What is in it
 * finds the files of its package as before.
 */
async function bundleCommand(from, ending) {
  const folder = join(packages, 'cli', 'lib', 'command');
  const made = join(folder, '.made');
  const all = [
    ...Object.keys(started).map((name) => newestIn(join(packages, name, from), ending)),
    manifestTime(),
  ];
  const newest = `${from} ${Math.max(...all)}`;
  if (existsSync(made) && readFileSync(made, 'utf8') === newest) return;
  const build = await rolldown({
    input: join(packages, 'cli', from, `bin${ending}`),
    platform: 'node',
    tsconfig: false,
    transform: { target: 'es2023' },
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [ownPackages(from, ending)],
  });
  rmSync(folder, { recursive: true, force: true });
  const { output } = await build.write({
    dir: folder,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    // Names and lines of code stay, spaces and comments go.
    minify: { ...unchanged, codegen: { removeWhitespace: true, asciiOnly: true } },
  });
  await build.close();
  keepLicences(
    output.flatMap(({ moduleIds = [] }) => moduleIds),
    folder,
  );
  finish(folder, made, newest);
}

function manifestTime() {
  return Math.max(
    ...['package.json', 'scripts/bundle.mjs'].map((file) => statSync(join(packages, '..', file)).mtimeMs),
  );
}

/**
 * Imports of Ibid's packages lead to their own files. Each module still knows where its package is, and what is not taken
 * in is loaded as from there: `load-cached` reads `OWNER#NAME`.
 */
function ownPackages(from, ending) {
  const manifests = new Map(
    readdirSync(packages).map((name) => [
      name,
      JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')),
    ]),
  );
  const owner = (module) => manifests.get(relative(packages, module).split(/[/\\]/u)[0]).name;
  return {
    name: 'own-packages',
    resolveId(id, importer) {
      const [, name, rest] = /^@ibid\/([a-z]+)(?:\/(.+))?$/u.exec(id) ?? [];
      const file = manifests.get(name)?.exports[rest ? `./${rest}` : '.']?.default;
      if (file) {
        const isBundled = file.startsWith('./lib/');
        const path = isBundled ? join(from, file.slice('./lib/'.length)).replace(/\.js$/u, ending) : file;
        return join(packages, name, path);
      }
      if (/^[./]|^node:/u.test(id) || inCommand.test(id) || importer?.includes('node_modules')) return null;
      return importer ? { id: `${owner(importer)}#${id}`, external: true } : null;
    },
    transform(code, id) {
      if (!id.startsWith(packages)) return null;
      const path = relative(packages, id).split(/[/\\]/u).slice(1).join('/');
      const manifest = `require('node:url').pathToFileURL(require.resolve('${owner(id)}/package.json'))`;
      return code
        .replaceAll('import.meta.url', `new URL('${path}', ${manifest}).href`)
        .replaceAll(/\bimport\((?!['"](?:\.|@ibid\/))/gu, `require.importFrom('${owner(id)}', `);
    },
  };
}

/** Of everything that was taken in. */
function keepLicences(modules, lib) {
  const folders = modules.map((id) => id.match(/^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/u)?.[0]);
  for (const folder of new Set(folders.filter((one) => one !== undefined))) {
    const licence = readdirSync(folder).find((file) => /^licen[cs]e/iu.test(file));
    const name = folder
      .split(/[/\\]node_modules[/\\]/u)
      .at(-1)
      .replaceAll(/[/\\]/gu, '-');
    if (!licence) {
      writeFileSync(join(lib, `LICENSE-${name}`), statedLicence(folder));
      continue;
    }
    cpSync(join(folder, licence), join(lib, `LICENSE-${name}`));
  }
}

/** Of a package that ships no file of its licence: what its manifest states. */
function statedLicence(folder) {
  const { name, version, license, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  if (!license) throw new Error(`${folder} has no licence to pass on.`);
  return `${name} ${version} is under the licence ${license}: ${repository?.url ?? 'no address given'}\n`;
}

function newestIn(folder, ending) {
  let newest = 0;
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (file.name.endsWith(ending))
      newest = Math.max(newest, statSync(join(file.parentPath, file.name)).mtimeMs);
  return newest;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
