// Measure a search
export { runEval } from './run-eval.js';
export { evalTable } from './eval-table.js';
