// Bundles the compiler's output (`dist`) into a few files per package (`lib`), which are run and published. A command
// loaded 1,700 files before, which took half of its startup time. Names and types stay the same.
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const packages = fileURLToPath(new URL('../packages', import.meta.url));
/** Entry points that run as a thread or process, by path. */
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
  server: ['export/docx-worker.js'],
  cli: ['load-cached.js'],
};
/** The server that tests start as a process, again and again. */
const SERVER_OF_TESTS = join(packages, 'server/lib/acceptance');
/**
 * Packages of many small files. Only the used part of zod is included: its locales alone are fifty files. Schemas of a
 * caller's own zod work as well, because zod recognises them by shape.
 */
const joined = { core: ['zod'], store: ['kysely'], retrieval: ['markdown-it'], server: ['markdown-it'] };

/**
 * Names and statements stay. A single character beyond Latin-1, even in a comment, doubles the memory of the whole
 * file, so such characters are escaped, and comments are kept only in the declarations.
 */
const unchanged = { compress: false, mangle: false };

/** Bundles the packages whose `dist` has changed. */
export default async function bundle() {
  await bundleFrom('dist', '.js');
  await bundleJoined('server/dist/acceptance/serve-child.js', SERVER_OF_TESTS);
}

/** The same from the sources: types are stripped without checking, so it takes a second instead of half a minute. */
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
      // As in tsconfig.base.json.
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
    // For the command, which includes this package: loads what is installed for this package.
    writeFileSync(join(lib, 'import-here.js'), 'export const importHere = (name) => import(name);\n');
    finish(lib, made, newest);
  }
  await bundleJoined(`cli/${from}/bin${ending}`, join(packages, 'cli', 'lib', 'command'));
}

function finish(folder, made, newest) {
  writeFileSync(made, newest);
  const files = readdirSync(folder, { recursive: true }).length;
  console.log(`${relative(process.cwd(), folder)}: ${files} files`);
}

/** Also bundled into the command; everything else is loaded from where it is installed. */
const inCommand =
  /^(?:@ibid\/(?!embedder)|zod|hono|@hono\/|@asteasolutions\/|openapi3-ts|kysely|markdown-it|commander|eventsource-parser|@ai-sdk\/provider(?!-)|json-schema|@modelcontextprotocol\/|pino|rate-limiter-flexible|@fastify\/busboy|snowball-stemmers)/u;

/**
 * A program with all packages bundled, for a fast start: a few files whose compiled code `load-cached` caches. The
 * bundled code still finds the files of its package.
 */
async function bundleJoined(input, folder) {
  const [, from] = input.split('/');
  const ending = extname(input);
  const made = join(folder, '.made');
  const all = [
    ...Object.keys(started).map((name) => newestIn(join(packages, name, from), ending)),
    manifestTime(),
  ];
  const newest = `${from} ${Math.max(...all)}`;
  if (existsSync(made) && readFileSync(made, 'utf8') === newest) return;
  const build = await rolldown({
    input: join(packages, input),
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
    // Names and lines of code stay; spaces and comments are removed.
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
 * Resolves imports of Ibid's packages to their own files. Each module still knows where its package is, and what is not
 * bundled is loaded from there: `load-cached` reads `OWNER#NAME`.
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

/** The licences of everything bundled. */
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

/** For a package without a licence file: what its manifest states. */
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
