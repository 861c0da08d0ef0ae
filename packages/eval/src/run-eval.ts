import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalEmbedder } from '@ibid/retrieval';
import type { Embedder, SearchMode } from '@ibid/retrieval/internal';
import type { OpenDatabase } from '@ibid/store/internal';
import { openDatabase, openKnowledge } from '@ibid/store';
import { buildEvalBase } from './build-eval-base.js';
import { cachedEmbedder } from './cached-embedder.js';
import type { EvalDataset, EvalPassage } from './eval-dataset.js';
import { loadDatasets } from './load-datasets.js';
import { withMistakes } from './mistype.js';
import { meanScores, scoreRanking } from './score-ranking.js';
import { scoreSpans } from './score-spans.js';
import type { Scores } from './score-ranking.js';

export interface QueryResult {
  id: string;
  query: string;
  category?: string;
  /** Passage ids, best first. */
  ranking: string[];
  scores: Scores;
}

export interface EvalRun {
  dataset: string;
  /** The search mode; for the searching agent: one search, the agent, or the question with the one it follows. */
  mode: SearchMode | 'one-search' | 'agent' | 'standalone';
  passages: number;
  queries: number;
  scores: Scores;
  results: QueryResult[];
}

export interface RunEvalOptions {
  /** A dataset's folder, or a folder with several. */
  directory: string;
  modes?: readonly SearchMode[];
  /** Only datasets whose name contains this. */
  only?: string;
  log?: (line: string) => void;
  /** Null: keyword search only. Default: the local model. */
  embedder?: Embedder | null;
  /** Opens an empty database for each corpus. Default: SQLite in memory. */
  open?: () => Promise<OpenDatabase>;
  /** Where vectors are cached between runs. */
  cacheFolder?: string;
  /** Put one wrong letter into every query. */
  isMistyped?: boolean;
  /** Where to save the results of every query, one file per dataset and mode. */
  outputFolder?: string;
}

const DEPTH = 20;
const VIEWER = { userId: 'eval', roles: [], isAdministrator: true };

/**
 * Measures search on your own documents and questions, through the same store and ranking that answers questions.
 *
 * ```ts no-run
 * import { evalTable, runEval } from '@ibid/eval';
 *
 * // A folder with corpus.jsonl, queries.jsonl and qrels/test.tsv; the same from a shell: ibid eval FOLDER.
 * console.log(evalTable(await runEval({ directory: './questions', embedder: null })));
 * ```
 */
export async function runEval(options: RunEvalOptions): Promise<EvalRun[]> {
  const log = options.log ?? (() => {});
  const own = options.embedder === undefined ? await openLocalEmbedder() : null;
  const plain = options.embedder ?? own;
  const folder = options.cacheFolder ?? join(tmpdir(), 'ibid-eval-vectors');
  const embedder = plain ? cachedEmbedder({ embedder: plain, folder }) : null;
  const modes = options.modes ?? (embedder ? ['keyword', 'semantic', 'hybrid'] : ['keyword']);
  const runs: EvalRun[] = [];
  try {
    const all = loadDatasets(options.directory).filter((set) => set.name.includes(options.only ?? ''));
    const wanted = options.isMistyped ? all.map(withMistakes) : all;
    for (const sets of byCorpus(wanted))
      runs.push(...(await evaluate({ sets, modes, embedder, log, open: options.open })));
  } finally {
    await own?.close?.();
  }
  if (options.outputFolder) saveRuns(runs, options.outputFolder);
  return runs;
}

/** Query sets over the same passages share one knowledge base. */
function byCorpus(sets: readonly EvalDataset[]): EvalDataset[][] {
  const groups = new Map<readonly EvalPassage[], EvalDataset[]>();
  for (const set of sets) groups.set(set.passages, [...(groups.get(set.passages) ?? []), set]);
  return [...groups.values()];
}

async function evaluate(options: {
  sets: readonly EvalDataset[];
  modes: readonly SearchMode[];
  embedder: Embedder | null;
  log: (line: string) => void;
  open: RunEvalOptions['open'];
}): Promise<EvalRun[]> {
  const { sets, modes, embedder, log } = options;
  const passages = sets[0]!.passages;
  log(`${sets.map((set) => set.name).join(', ')}: ${passages.length} passages`);
  const database = await (options.open?.() ?? openDatabase({ folder: ':memory:' }));
  const knowledge = await openKnowledge({ database, embedder });
  try {
    const base = await buildEvalBase({ knowledge, embedder, passages, log });
    const runs: EvalRun[] = [];
    const byId = new Map(passages.map((passage) => [passage.id, passage]));
    for (const set of sets) {
      for (const mode of modes) {
        const results: QueryResult[] = [];
        for (const query of set.queries) {
          const hits = await knowledge.reader.search({
            viewer: VIEWER,
            query: query.text,
            mode,
            topK: DEPTH,
            knowledgeBaseIds: [base.bases.get(query.group) ?? ''],
          });
          const ranking = hits.map((hit) => base.passages.get(hit.id) ?? '');
          results.push({
            id: query.id,
            query: query.text,
            ...(query.category === undefined ? {} : { category: query.category }),
            ranking,
            scores: {
              ...scoreRanking({ ranking, relevant: query.relevant }),
              ...(query.answers ? scoreSpans({ ranking, answers: query.answers, passages: byId }) : {}),
            },
          });
        }
        const scores = meanScores(results.map((result) => result.scores));
        runs.push({
          dataset: set.name,
          mode,
          passages: passages.length,
          queries: results.length,
          scores,
          results,
        });
        log(
          `  ${set.name} ${mode}: R@5 ${scores['R@5']?.toFixed(3)} R@10 ${scores['R@10']?.toFixed(3)} nDCG@10 ${scores['nDCG@10']?.toFixed(3)}`,
        );
      }
    }
    return runs;
  } finally {
    await knowledge.close();
    await database.close();
  }
}

/** One file per data set and mode. */
export function saveRuns(runs: readonly EvalRun[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const run of runs) {
    writeFileSync(join(folder, `${run.dataset}.${run.mode}.json`), `${JSON.stringify(run, null, 1)}\n`);
  }
}
