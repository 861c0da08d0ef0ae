import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import {
  analyseText,
  extractiveModel,
  openLocalEmbedder,
  runRetrieval,
  ScopedKnowledge,
  standaloneQuery,
} from '@ibid/retrieval/internal';
import type { Embedder } from '@ibid/retrieval';
import type { Knowledge } from '@ibid/store/internal';
import { openDatabase, openKnowledge } from '@ibid/store';
import { buildEvalBase, type EvalBase } from './build-eval-base.js';
import { cachedEmbedder } from './cached-embedder.js';
import type { EvalDataset, EvalQuery } from './eval-dataset.js';
import { loadDatasets } from './load-datasets.js';
import { withMistakes } from './mistype.js';
import { readJsonLines } from './read-json-lines.js';
import { saveRuns, type EvalRun, type QueryResult } from './run-eval.js';
import { meanScores, scoreRanking, type Scores } from './score-ranking.js';

export interface AgenticFigures {
  dataset: string;
  queries: number;
  oneShot: Scores;
  agentic: Scores;
  /** Follow-up questions searched together with the question they follow; only if the data has conversations. */
  standalone?: Scores;
  callsPerQuestion: number;
  cpuMillisecondsPerQuestion: number;
}

const VIEWER = { userId: 'eval', roles: [], isAdministrator: true };
const DEPTH = 20;

/**
 * `ibid eval agentic`: compares the searching agent, played by the built-in model, with a single search on the same
 * base.
 */
export async function runAgenticEval(options: {
  directory: string;
  only?: string;
  log: (line: string) => void;
  embedder?: Embedder | null;
  cacheFolder?: string;
  /** Put one wrong letter into every question. */
  isMistyped?: boolean;
  /** Where to save the results of every question, for `ibid eval compare`. */
  outputFolder?: string;
}): Promise<AgenticFigures[]> {
  const { log } = options;
  const own = options.embedder === undefined ? await openLocalEmbedder() : null;
  const plain = options.embedder ?? own;
  const folder = options.cacheFolder ?? join(tmpdir(), 'ibid-eval-vectors');
  const embedder = plain ? cachedEmbedder({ embedder: plain, folder }) : null;
  const histories = readHistories(options.directory);
  const figures: AgenticFigures[] = [];
  try {
    for (const loaded of loadDatasets(options.directory)) {
      if (!loaded.name.includes(options.only ?? '')) continue;
      const set = options.isMistyped ? withMistakes(loaded) : loaded;
      log(`${set.name}: ${set.passages.length} passages, ${set.queries.length} questions`);
      const database = await openDatabase({ folder: ':memory:' });
      const knowledge = await openKnowledge({ database, embedder });
      try {
        const base = await buildEvalBase({ knowledge, embedder, passages: set.passages, log });
        const { figures: measured, runs } = await measure({ set, base, knowledge, histories });
        figures.push(measured);
        if (options.outputFolder) saveRuns(runs, options.outputFolder);
        log(agenticLine(measured));
      } finally {
        await knowledge.close();
        await database.close();
      }
    }
  } finally {
    await own?.close?.();
  }
  return figures;
}

async function measure(options: {
  set: EvalDataset;
  base: EvalBase;
  knowledge: Knowledge;
  histories: ReadonlyMap<string, string[]>;
}): Promise<{ figures: AgenticFigures; runs: EvalRun[] }> {
  const { set, base, knowledge, histories } = options;
  const oneShot: QueryResult[] = [];
  const agentic: QueryResult[] = [];
  const standalone: QueryResult[] = [];
  let calls = 0;
  let cpu = 0;
  const score = (query: EvalQuery, chunkIds: readonly string[]): QueryResult => {
    const ranking = chunkIds.map((id) => base.passages.get(id) ?? '');
    return {
      id: query.id,
      query: query.text,
      ranking,
      scores: scoreRanking({ ranking, relevant: query.relevant }),
    };
  };
  for (const query of set.queries) {
    const knowledgeBaseId = base.bases.get(query.group) ?? '';
    const search = (text: string) =>
      knowledge.reader.search({
        viewer: VIEWER,
        query: text,
        mode: 'hybrid',
        topK: DEPTH,
        knowledgeBaseIds: [knowledgeBaseId],
      });
    oneShot.push(
      score(
        query,
        (await search(query.text)).map((hit) => hit.id),
      ),
    );
    const before = histories.get(query.id);
    if (before) {
      const whole = standaloneQuery({ question: query.text, earlierQuestions: before });
      standalone.push(
        score(
          query,
          (await search(whole)).map((hit) => hit.id),
        ),
      );
    }
    const started = process.cpuUsage();
    const outcome = await runAgent(query.text, knowledge, knowledgeBaseId);
    const used = process.cpuUsage(started);
    cpu += (used.user + used.system) / 1000;
    calls += outcome.trajectory.steps.reduce((sum, step) => sum + step.calls.length, 0);
    agentic.push(
      score(
        query,
        outcome.entries.slice(0, DEPTH).map((entry) => entry.chunk.chunkId),
      ),
    );
  }
  const mean = (results: readonly QueryResult[]): Scores => meanScores(results.map((one) => one.scores));
  const runs = (['one-search', 'agent', 'standalone'] as const).flatMap((mode, at) => {
    const results = [oneShot, agentic, standalone][at]!;
    if (results.length === 0) return [];
    const run: EvalRun = {
      dataset: set.name,
      mode,
      passages: set.passages.length,
      queries: results.length,
      scores: mean(results),
      results,
    };
    return run;
  });
  const figures: AgenticFigures = {
    dataset: set.name,
    queries: set.queries.length,
    oneShot: mean(oneShot),
    agentic: mean(agentic),
    ...(standalone.length > 0 ? { standalone: mean(standalone) } : {}),
    callsPerQuestion: calls / set.queries.length,
    cpuMillisecondsPerQuestion: cpu / set.queries.length,
  };
  return { figures, runs };
}

function runAgent(question: string, knowledge: Knowledge, knowledgeBaseId: string) {
  return runRetrieval({
    question,
    knowledge: new ScopedKnowledge({
      store: knowledge.reader,
      viewer: VIEWER,
      scope: { knowledgeBaseIds: [knowledgeBaseId], itemIds: [] },
    }),
    models: {
      search: extractiveModel({ terms: (text) => analyseText({ text, language: null }) }),
      classify: null,
    },
    conversationId: 'eval',
    ownerId: VIEWER.userId,
    instructions: [],
    rerank: null,
    dynamicTools: [],
    signal: new AbortController().signal,
    now: () => performance.now(),
    onStep: () => undefined,
  });
}

/** Earlier user messages of each question, newest first, if the data has conversations. */
function readHistories(directory: string): Map<string, string[]> {
  const histories = new Map<string, string[]>();
  const visit = (folder: string): void => {
    const tasks = join(folder, 'tasks.jsonl');
    if (existsSync(tasks)) {
      for (const task of readJsonLines<{ task_id: string; history: { role: string; text: string }[] }>(
        tasks,
      )) {
        const questions = task.history.filter((turn) => turn.role === 'user').map((turn) => turn.text);
        histories.set(task.task_id, questions.toReversed());
      }
      return;
    }
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && basename(entry.name) !== 'original') visit(join(folder, entry.name));
    }
  };
  visit(resolve(directory));
  return histories;
}

function agenticLine(figures: AgenticFigures): string {
  const show = (scores: Scores) =>
    ['R@5', 'R@10', 'All@5'].map((name) => `${name} ${(scores[name] ?? 0).toFixed(3)}`).join(' ');
  return [
    `  ${figures.dataset}, ${figures.queries} questions`,
    `    one search  ${show(figures.oneShot)}`,
    ...(figures.standalone ? [`    standalone  ${show(figures.standalone)}`] : []),
    `    agent       ${show(figures.agentic)}`,
    `    ${figures.callsPerQuestion.toFixed(1)} calls and ${figures.cpuMillisecondsPerQuestion.toFixed(0)} ms of CPU a question`,
  ].join('\n');
}
