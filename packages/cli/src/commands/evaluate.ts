import { existsSync } from 'node:fs';
import { EXIT, type CommandContext } from '../command-context.js';

export interface EvaluateOptions {
  json?: boolean;
  only?: string;
  output?: string;
}

/** `ibid eval DIRECTORY`, `ibid eval citations DIRECTORY`, `ibid eval agentic DIRECTORY`. */
export async function evaluate(
  words: readonly string[],
  options: EvaluateOptions,
  context: CommandContext,
): Promise<number> {
  const [first = '', second] = words;
  const kind = second === undefined ? 'search' : first;
  const directory = second ?? first;
  if (!['search', 'citations', 'agentic'].includes(kind)) {
    context.note(`There is nothing called "${kind}" to evaluate. Known: search, citations, agentic.`);
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
      ...(options.output === undefined ? {} : { outputFolder: options.output }),
    });
    const summary = runs.map(({ results: _results, ...run }) => run);
    context.write(options.json ? `${JSON.stringify(summary)}\n` : `${evalTable(runs)}\n`);
  }
  return EXIT.ok;
}
