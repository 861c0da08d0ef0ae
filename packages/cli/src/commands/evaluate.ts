import { existsSync } from 'node:fs';
import type { Embedder } from '@ibid/retrieval';
import type { OpenDatabase } from '@ibid/store/internal';
import { EXIT, type CommandContext } from '../command-context.js';
import type { ConnectOptions } from '../connect.js';
import { createProgressBar } from '../progress-bar.js';

export interface EvaluateOptions extends ConnectOptions {
  json?: boolean;
  only?: string;
  output?: string;
  /** Search with one wrong letter in every question. */
  mistyped?: boolean;
  /** For feedback: also ask the questions again. */
  ask?: boolean;
  yes?: boolean;
  /** PostgreSQL server to measure on; each corpus gets its own database there. */
  database?: string;
  /** Folder of another search model to measure. */
  embedder?: string;
}

/**
 * `ibid eval DIRECTORY`, `ibid eval citations|support|agentic|reports DIRECTORY`, `ibid eval feedback`,
 * `ibid eval compare A B`.
 */
export async function evaluate(
  words: readonly string[],
  options: EvaluateOptions,
  context: CommandContext,
): Promise<number> {
  const [first = '', second, third] = words;
  if (first === 'feedback' && second === undefined)
    return (await import('./evaluate-feedback.js')).evaluateFeedback(options, context);
  if (first === 'compare') return compare([second, third], options, context);
  const kind = second === undefined ? 'search' : first;
  const directory = second ?? first;
  if (!['search', 'citations', 'support', 'agentic', 'reports'].includes(kind)) {
    context.note(
      `There is no evaluation "${kind}". Choose one of: search, citations, support, agentic, reports, feedback, compare.`,
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
    const { evalCitations } = await import('@ibid/eval/internal');
    const figures = await evalCitations({ datasets: directory, log });
    context.write(`${JSON.stringify(figures)}\n`);
  } else if (kind === 'support') return support(directory, options, context);
  else if (kind === 'agentic') {
    const { runAgenticEval } = await import('@ibid/eval/internal');
    const figures = await withEmbedder(options, (embedder) =>
      runAgenticEval({ directory, log, ...only, ...measured(options, embedder) }),
    );
    context.write(`${JSON.stringify(figures)}\n`);
  } else if (kind === 'reports') {
    const { runReportEval } = await import('../eval/run-report-eval.js');
    const figures = await runReportEval({ directory, log, ...only });
    if (figures.length === 0) {
      context.note(`There is no data set in ${directory} whose name contains "${options.only ?? ''}".`);
      return EXIT.nothingFound;
    }
    context.write(`${JSON.stringify(figures)}\n`);
  } else {
    const { evalTable, runEval } = await import('@ibid/eval');
    const runs = await withEmbedder(options, (embedder) =>
      runEval({
        directory,
        log,
        ...only,
        ...measured(options, embedder),
        ...(options.database === undefined ? {} : { open: scratchDatabases(options.database) }),
      }),
    );
    const summary = runs.map(({ results: _results, ...run }) => run);
    context.write(options.json ? `${JSON.stringify(summary)}\n` : `${evalTable(runs)}\n`);
  }
  return EXIT.ok;
}

/** Options shared by search and the search agent. */
function measured(options: EvaluateOptions, embedder: Embedder | undefined) {
  return {
    ...(embedder ? { embedder } : {}),
    ...(options.mistyped ? { isMistyped: true } : {}),
    ...(options.output === undefined ? {} : { outputFolder: options.output }),
  };
}

/** MOD-5: opens another model, so it can be tried on one's own questions first, and always closes it. */
async function withEmbedder<Result>(
  { embedder: folder }: EvaluateOptions,
  run: (embedder: Embedder | undefined) => Promise<Result>,
): Promise<Result> {
  if (folder === undefined) return run(undefined);
  const { openLocalEmbedder, readModelFolder } = await import('@ibid/retrieval/internal');
  const embedder = await openLocalEmbedder({ model: await readModelFolder({ folder }) });
  try {
    return await run(embedder);
  } finally {
    await embedder.close?.();
  }
}

/** Labelled claims, checked against the text they cite. */
async function support(folder: string, options: EvaluateOptions, context: CommandContext): Promise<number> {
  const { evalSupport, supportTable } = await import('@ibid/eval/internal');
  const bars = new Map<string, ReturnType<typeof createProgressBar>>();
  const evaluations = await evalSupport({
    folder,
    ...(options.only === undefined ? {} : { only: options.only }),
    onProgress: ({ set, ...progress }) => {
      const bar =
        bars.get(set) ?? createProgressBar({ terminal: context.notes, write: context.draw, label: set });
      bars.set(set, bar);
      bar.update(progress);
      if (progress.done === progress.total) bar.finish();
    },
  });
  if (evaluations.length === 0) {
    context.note(
      `There is no set in ${folder}. A set is a .jsonl file with premise, claim and label (1: supported, 0: not) on each line.`,
    );
    return EXIT.nothingFound;
  }
  context.write(options.json ? `${JSON.stringify(evaluations)}\n` : `${supportTable(evaluations)}\n`);
  return EXIT.ok;
}

function scratchDatabases(server: string): () => Promise<OpenDatabase> {
  return async () => {
    const { createScratchDatabase, openDatabase } = await import('@ibid/store/internal');
    const scratch = await createScratchDatabase({ server, prefix: 'ibid_eval' });
    const database = await openDatabase({ url: scratch.url });
    const close = async (): Promise<void> => {
      await database.close();
      await scratch.drop();
    };
    return { ...database, close };
  };
}

/** Compares two folders written by `--output`, query by query. */
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
  const { compareSavedRuns, comparisonTable } = await import('@ibid/eval/internal');
  const comparisons = compareSavedRuns({ first, second, only: options.only ?? '' });
  if (comparisons.length === 0) {
    context.note('The two folders have no data set and mode in common.');
    return EXIT.usage;
  }
  context.write(options.json ? `${JSON.stringify(comparisons)}\n` : `${comparisonTable(comparisons)}\n`);
  return EXIT.ok;
}
