// Bundles the tests of a run with all the sources they import, before the first of them starts, and lets Node load the
// bundle. Vite's own runner looks up every use of an import in an object, which made tests that compute take a third
// longer. Watch mode still uses that runner: it knows which tests a changed file concerns.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Inside the repository, so that packages are found from there. */
const cache = join(root, 'node_modules/.ibid-tests');

/** A plugin for Vitest. `alias`: what stands for names that are imported, as in Vite's settings. */
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
        // Each module still knows where it was written, and finds what lies beside it.
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
