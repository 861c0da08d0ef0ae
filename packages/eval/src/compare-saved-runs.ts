import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareRuns } from './compare-runs.js';
import type { RunComparison } from './compare-runs.js';
import type { EvalRun } from './run-eval.js';

const METRICS = ['R@5', 'R@10', 'nDCG@10'];

export interface SavedComparison extends RunComparison {
  dataset: string;
  mode: string;
}

/** All data sets and modes that both folders have, metric by metric. */
export function compareSavedRuns(options: {
  first: string;
  second: string;
  /** Only data sets whose name contains this. */
  only: string;
}): SavedComparison[] {
  const read = (folder: string, name: string): EvalRun =>
    JSON.parse(readFileSync(join(folder, name), 'utf8')) as EvalRun;
  return readdirSync(options.first)
    .filter((name) => name.endsWith('.json') && name.includes(options.only))
    .filter((name) => existsSync(join(options.second, name)))
    .sort()
    .flatMap((name) => {
      const first = read(options.first, name);
      const second = read(options.second, name);
      return METRICS.map((metric) => ({
        dataset: first.dataset,
        mode: first.mode,
        ...compareRuns({ first, second, metric }),
      }));
    });
}

/** A Markdown table. Differences whose interval excludes zero are marked. */
export function comparisonTable(comparisons: readonly SavedComparison[]): string {
  const lines = [
    '| dataset | mode | metric | queries | first | second | difference | 95 % | better | worse | |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
  ];
  for (const one of comparisons) {
    const { mean, interval } = one;
    const range = `${signed(interval.low)} to ${signed(interval.high)}`;
    lines.push(
      `| ${[one.dataset, one.mode, one.metric, one.queries, mean.first.toFixed(3), mean.second.toFixed(3), signed(mean.difference), range, one.better, one.worse, one.clear ? 'clear' : ''].join(' | ')} |`,
    );
  }
  return lines.join('\n');
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(3)}`;
}
