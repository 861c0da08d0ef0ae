// Builds every package: prompts, encodings, languages, TypeScript, bundles, OCR files, the page. With `--to-run`,
// builds only what the product needs to run, without the compiler, which takes most of the time.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import bundle, { bundleSources } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Started without npx, which takes as long to find a tool as some of them run. */
const tool = (path) => `${root}node_modules/${path}`;

function run(command, args, cwd = root) {
  const result = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

run('node', ['scripts/build-prompts.mjs']);
run('node', ['scripts/build-encodings.mjs']);
run('node', ['scripts/build-languages.mjs']);
if (process.argv.includes('--to-run')) await bundleSources();
else {
  // Each checker looks at shared types again: with four of them, two cores work for 40 s in all, and 25 with one.
  const checkers = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
  run('node', [tool('typescript/bin/tsc'), '-b', '--checkers', String(checkers)]);
  await bundle();
}
run('node', ['scripts/build-ocr.mjs']);
if (existsSync(`${root}/packages/web/vite.config.ts`))
  run('node', [tool('vite/bin/vite.js'), 'build', '--logLevel', 'warn'], `${root}/packages/web`);
