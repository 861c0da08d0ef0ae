// Writes the results saved in bench/results by `npm run bench -- SUITE --save` into the benchmarks page.
// node scripts/bench-tables.mjs [--check]   --check fails if the page does not match the results.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { renderResult } from './render-result.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'docs/guides/benchmarks.md');
const START = '<!-- Below this line everything is written by `npm run bench-tables`. -->';

function wanted() {
  const folder = join(root, 'bench/results');
  const results = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  const [head] = readFileSync(page, 'utf8').split(START);
  return `${[head.trimEnd(), START, ...results.map(renderResult)].join('\n\n')}\n`;
}

/** Updates the page from the saved results. Returns whether it was already up to date. */
export function writeBenchTables({ check = false } = {}) {
  const text = wanted();
  const isFresh = readFileSync(page, 'utf8') === text;
  if (!isFresh && !check) writeFileSync(page, text);
  return isFresh;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const check = process.argv.includes('--check');
  if (!writeBenchTables({ check }) && check) {
    console.error(
      'docs/guides/benchmarks.md does not say what bench/results says. Run: npm run bench-tables',
    );
    process.exit(1);
  }
}
