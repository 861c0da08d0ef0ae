import { randomFrom } from './random-from.js';
import type { EvalRun } from './run-eval.js';

export interface RunComparison {
  metric: string;
  queries: number;
  mean: { first: number; second: number; difference: number };
  /** Queries on which the second run was better, worse or the same. */
  better: number;
  worse: number;
  same: number;
  /** 95 % confidence interval of the difference, by resampling the queries. */
  interval: { low: number; high: number };
  /** The interval does not contain 0. */
  clear: boolean;
}

const RESAMPLES = 2_000;

/** Compares two runs query by query: the only way to tell a real gain from noise in small sets. */
export function compareRuns(options: { first: EvalRun; second: EvalRun; metric: string }): RunComparison {
  const { first, second, metric } = options;
  const byId = new Map(first.results.map((result) => [result.id, result.scores[metric] ?? 0]));
  const pairs = second.results.flatMap((result) => {
    const before = byId.get(result.id);
    return before === undefined ? [] : { before, after: result.scores[metric] ?? 0 };
  });
  const differences = pairs.map((pair) => pair.after - pair.before);
  const mean = (values: readonly number[]): number =>
    values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
  // Seeded: the same two runs must always compare the same.
  const random = randomFrom(differences.length * 2_654_435_761 + 1);
  const resampled = Array.from({ length: RESAMPLES }, () =>
    mean(differences.map(() => differences[Math.floor(random() * differences.length)]!)),
  ).sort((left, right) => left - right);
  const interval = {
    low: resampled[Math.floor(RESAMPLES * 0.025)] ?? 0,
    high: resampled[Math.floor(RESAMPLES * 0.975)] ?? 0,
  };
  return {
    metric,
    queries: pairs.length,
    mean: {
      first: mean(pairs.map((pair) => pair.before)),
      second: mean(pairs.map((pair) => pair.after)),
      difference: mean(differences),
    },
    better: differences.filter((difference) => difference > 0).length,
    worse: differences.filter((difference) => difference < 0).length,
    same: differences.filter((difference) => difference === 0).length,
    interval,
    clear: interval.low > 0 || interval.high < 0,
  };
}
