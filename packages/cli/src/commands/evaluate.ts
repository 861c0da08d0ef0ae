import { existsSync } from 'node:fs';
import type { OpenDatabase } from '@ibid/store';
import { EXIT, type CommandContext } from '../command-context.js';

export interface EvaluateOptions {
  json?: boolean;
  only?: string;
  output?: string;
  /** Search with one letter of every question wrong. */
  mistyped?: boolean;
  /** PostgreSQL to measure on; each corpus gets a database of its own there. */
  database?: string;
}

/** `ibid eval DIRECTORY`, `ibid eval citations DIRECTORY`, `ibid eval agentic DIRECTORY`, `ibid eval compare A B`. */
export async function evaluate(
  words: readonly string[],
  options: EvaluateOptions,
  context: CommandContext,
): Promise<number> {
  const [first = '', second, third] = words;
  if (first === 'compare') return compare([second, third], options, context);
  const kind = second === undefined ? 'search' : first;
  const directory = second ?? first;
  if (!['search', 'citations', 'agentic'].includes(kind)) {
    context.note(
      `There is nothing called "${kind}" to evaluate. Known: search, citations, agentic, compare.`,
    );
    return EXIT.usage;
  }
  if (!existsSync(directory)) {
    context.note(
      `There is no folder ${directory}. A data set is a folder with corpus.jsonl, queries.jsonl and qrels, or a folder of such.`,
    );
    return EXIT.usage;
  }
  const log = (line: string) => context.note(line);
  const only = options.only === undefined ? {} : { only: options.only };
  if (kind === 'citations') {
    const { evalCitations } = await import('../eval/citations.js');
    const figures = await evalCitations({ datasets: directory, log });
    context.write(`${JSON.stringify(figures)}\n`);
  } else if (kind === 'agentic') {
    const { runAgenticEval } = await import('../eval/run-agentic-eval.js');
    const figures = await runAgenticEval({ directory, log, ...only });
    context.write(`${JSON.stringify(figures)}\n`);
  } else {
    const { evalTable, runEval } = await import('../eval/index.js');
    const runs = await runEval({
      directory,
      log,
      ...only,
      ...(options.mistyped ? { isMistyped: true } : {}),
      ...(options.output === undefined ? {} : { outputFolder: options.output }),
      ...(options.database === undefined ? {} : { open: scratchDatabases(options.database) }),
    });
    const summary = runs.map(({ results: _results, ...run }) => run);
    context.write(options.json ? `${JSON.stringify(summary)}\n` : `${evalTable(runs)}\n`);
  }
  return EXIT.ok;
}

function scratchDatabases(server: string): () => Promise<OpenDatabase> {
  return async () => {
    const { createScratchDatabase, openDatabase } = await import('@ibid/store');
    const scratch = await createScratchDatabase({ server, prefix: 'ibid_eval' });
    const database = await openDatabase({ url: scratch.url });
    const close = async (): Promise<void> => {
      await database.close();
      await scratch.drop();
    };
    return { ...database, close };
  };
}

/** Two folders that `--output` wrote: query by query, what both have. */
async function compare(
  folders: readonly (string | undefined)[],
  options: EvaluateOptions,
  context: CommandContext,
): Promise<number> {
  const [first, second] = folders;
  if (first === undefined || second === undefined || !existsSync(first) || !existsSync(second)) {
    context.note(
      'Name two folders that `ibid eval --output FOLDER` wrote: `ibid eval compare BEFORE AFTER`.',
    );
    return EXIT.usage;
  }
  const { compareSavedRuns, comparisonTable } = await import('../eval/index.js');
  const comparisons = compareSavedRuns({ first, second, only: options.only ?? '' });
  if (comparisons.length === 0) {
    context.note('The two folders have no data set and mode in common.');
    return EXIT.usage;
  }
  context.write(options.json ? `${JSON.stringify(comparisons)}\n` : `${comparisonTable(comparisons)}\n`);
  return EXIT.ok;
}
