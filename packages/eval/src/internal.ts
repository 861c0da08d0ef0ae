export { buildEvalBase } from './build-eval-base.js';
export { cachedEmbedder } from './cached-embedder.js';
export { evalCitations } from './citations.js';
export { compareSavedRuns, comparisonTable } from './compare-saved-runs.js';
export type { EvalQuery } from './eval-dataset.js';
export { loadDatasets } from './load-datasets.js';
export { runAgenticEval } from './run-agentic-eval.js';
export { evalSupport, supportTable } from './support.js';
