export { compareRuns } from './compare-runs.js';
export type { RunComparison } from './compare-runs.js';
export { evalTable } from './eval-table.js';
export type { EvalDataset, EvalPassage, EvalQuery } from './eval-dataset.js';
export { loadDatasets } from './load-datasets.js';
export { runEval } from './run-eval.js';
export type { EvalRun, QueryResult, RunEvalOptions } from './run-eval.js';
export { meanScores, scoreRanking } from './score-ranking.js';
export type { Scores } from './score-ranking.js';
