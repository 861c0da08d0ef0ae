import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { EvalDataset } from './eval-dataset.js';
import { loadBeir } from './load-beir.js';
import { loadCodeChunks } from './load-code-chunks.js';
import { loadLocomo } from './load-locomo.js';
import { loadSpans } from './load-spans.js';
import { loadXquad } from './load-xquad.js';

type Loader = (options: { directory: string; name: string }) => EvalDataset[];

/** The file that identifies a format, and its loader. */
const SHAPES: readonly [string, Loader][] = [
  ['corpus.jsonl', loadBeir],
  ['codebase_chunks.json', loadCodeChunks],
  ['locomo10.json', loadLocomo],
  ['en.json', loadXquad],
  ['benchmarks', loadSpans],
];

/** Every dataset in the folder, or in the folders below it. */
export function loadDatasets(directory: string): EvalDataset[] {
  const root = resolve(directory);
  const loader = SHAPES.find(([file]) => existsSync(join(root, file)))?.[1];
  if (loader) return loader({ directory: root, name: basename(root) });
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .sort((left, right) => left.name.localeCompare(right.name))
    .flatMap((entry) => loadDatasets(join(root, entry.name)));
}
