// Bundles the tests of a run with all sources they import, before the first one starts, and lets Node load the bundle.
// Vite's own runner looks up every use of an import in an object, which made CPU-bound tests take a third longer. Watch
// mode still uses that runner, because it knows which tests a changed file affects.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Inside the repository, so packages are resolved from there. */
const cache = join(root, 'node_modules/.ibid-tests');

/** A plugin for Vitest. `alias` replaces imported names, as in Vite's settings. */
export function bundledTests(alias) {
  let vitest = null;
  let bundled = null;
  return {
    name: 'bundled-tests',
    enforce: 'pre',
    configureVitest: (context) => {
      vitest = context.vitest;
    },
    async load(id) {
      const [file] = id.split('?');
      if (vitest.config.watch || !isTest(file)) return null;
      bundled ??= bundle(vitest.state.getPaths(), alias);
      return `import ${JSON.stringify(join(await bundled, nameOf(file)))};`;
    },
  };
}

const isTest = (file) => /\.test\.tsx?$/u.test(file);
const nameOf = (file) => relative(root, file).replace(/\.tsx?$/u, '.js');

async function bundle(files, alias) {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'run-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const aliasOf = (id) => alias.find(({ find }) => (typeof find === 'string' ? find === id : find.test(id)));
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(files.map((file) => [nameOf(file).replace(/\.js$/u, ''), file])),
    platform: 'node',
    tsconfig: false,
    treeshake: false,
    transform: { target: 'es2023' },
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
    external: (id) => /^[^./]/u.test(id) && aliasOf(id) === undefined,
    plugins: [
      {
        name: 'sources',
        resolveId(id) {
          const known = aliasOf(id);
          return known === undefined ? null : id.replace(known.find, known.replacement);
        },
        // Each module still knows its original location and finds files next to it.
        transform(code, id) {
          if (!code.includes('import.meta.')) return null;
          const placed = code
            .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
            .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)));
          return { code: placed, map: null };
        },
      },
    ],
  });
  await build.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    entryFileNames: '[name].js',
  });
  await build.close();
  return folder;
}
