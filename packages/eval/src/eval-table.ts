import type { EvalRun } from './run-eval.js';

const COLUMNS = ['R@1', 'R@2', 'R@5', 'R@10', 'R@20', 'All@5', 'nDCG@5', 'nDCG@10', 'MRR@10'];

/**
 * The results of `runEval` as a Markdown table.
 *
 * ```ts
 * import { evalTable } from '@ibid/eval';
 *
 * console.log(evalTable([]));
 * ```
 */
export function evalTable(runs: readonly EvalRun[]): string {
  const lines = [
    `| dataset | mode | queries | ${COLUMNS.join(' | ')} |`,
    `|---|---|---|${COLUMNS.map(() => '---').join('|')}|`,
  ];
  for (const run of runs) {
    const cells = COLUMNS.map((name) => (run.scores[name] ?? 0).toFixed(3).replace(/^0/, ''));
    lines.push(`| ${run.dataset} | ${run.mode} | ${run.queries} | ${cells.join(' | ')} |`);
  }
  return lines.join('\n');
}
