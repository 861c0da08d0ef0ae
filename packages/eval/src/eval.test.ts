import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cachedEmbedder } from './cached-embedder.js';
import { compareRuns } from './compare-runs.js';
import { compareSavedRuns, comparisonTable } from './compare-saved-runs.js';
import { evalTable } from './eval-table.js';
import { loadDatasets } from './load-datasets.js';
import { mistype } from './mistype.js';
import { runAgenticEval } from './run-agentic-eval.js';
import { runEval } from './run-eval.js';
import type { EvalRun } from './run-eval.js';
import { scoreRanking } from './score-ranking.js';
import { scoreSpans } from './score-spans.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-eval-'));
  const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
  const beir = join(folder, 'beir');
  mkdirSync(join(beir, 'qrels'), { recursive: true });
  writeFileSync(
    join(beir, 'corpus.jsonl'),
    lines(
      { _id: 'd1', title: 'Whales', text: 'Whales are the largest animals in the sea.' },
      { _id: 'd2', title: 'Foxes', text: 'Foxes live in forests and hunt mice.' },
    ),
  );
  writeFileSync(
    join(beir, 'queries.jsonl'),
    lines({ _id: 'q1', text: '|user|: Where do foxes live?' }, { _id: 'q2', text: 'unjudged' }),
  );
  writeFileSync(join(beir, 'qrels', 'test.tsv'), 'query-id\tcorpus-id\tscore\nq1\td2\t1\nq1\td1\t0\n');
  const code = join(folder, 'code');
  mkdirSync(code);
  writeFileSync(
    join(code, 'codebase_chunks.json'),
    JSON.stringify([
      {
        original_uuid: 'u',
        chunks: [
          { original_index: 0, content: 'fn a() {}' },
          { original_index: 1, content: 'fn run_target() {}' },
        ],
      },
    ]),
  );
  writeFileSync(
    join(code, 'evaluation_set.jsonl'),
    lines({ query: 'run target', golden_chunk_uuids: [['u', 1]] }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('ibid eval reads the shapes there are', () => {
  it('finds every dataset below a folder', () => {
    const sets = loadDatasets(folder);
    expect(sets.map((set) => [set.name, set.passages.length, set.queries.length])).toEqual([
      ['beir', 2, 1],
      ['code', 2, 1],
    ]);
    expect(sets[0]!.queries[0]).toMatchObject({ text: 'Where do foxes live?' });
    expect([...sets[0]!.queries[0]!.relevant]).toEqual([['d2', 1]]);
  });
});

describe('ibid eval measures search through the store', () => {
  it('saves what the searching agent found for every question, to be compared', async () => {
    const [first, second] = [join(folder, 'agent'), join(folder, 'agent-mistyped')];
    const base = { directory: folder, only: 'beir', embedder: null, log: () => {} };
    await runAgenticEval({ ...base, outputFolder: first });
    await runAgenticEval({ ...base, outputFolder: second, isMistyped: true });
    const read = (path: string) => JSON.parse(readFileSync(join(path, 'beir.agent.json'), 'utf8')) as EvalRun;
    expect(read(first).results).toMatchObject([{ query: 'Where do foxes live?', scores: { 'R@1': 1 } }]);
    expect(read(second).results[0]!.query).toBe(mistype('Where do foxes live?'));
    const compared = compareSavedRuns({ first, second, only: '' });
    expect(new Set(compared.map((one) => one.mode))).toEqual(new Set(['agent', 'one-search']));
  });

  it('saves the results of every query, and prints a table', async () => {
    const outputFolder = join(folder, 'out');
    const runs = await runEval({ directory: folder, embedder: null, outputFolder });
    expect(runs.map((run) => [run.dataset, run.mode, run.scores['R@1']])).toEqual([
      ['beir', 'keyword', 1],
      ['code', 'keyword', 1],
    ]);
    const saved = JSON.parse(readFileSync(join(outputFolder, 'beir.keyword.json'), 'utf8')) as EvalRun;
    expect(saved.results[0]?.ranking[0]).toBe('d2');
    expect(evalTable(runs)).toContain('| beir | keyword | 1 | 1.000 |');
  });
});

describe('ibid eval scores and compares', () => {
  it('by recall, gain and rank', () => {
    const relevant = new Map([
      ['a', 1],
      ['b', 1],
    ]);
    const scores = scoreRanking({ ranking: ['x', 'a', 'y', 'z', 'b'], relevant });
    expect(scores).toMatchObject({ 'R@2': 0.5, 'R@5': 1, 'All@5': 1, 'All@2': 0, 'Hit@1': 0, 'MRR@10': 0.5 });
    const best = 1 + 1 / Math.log2(3);
    expect(scores['nDCG@10']).toBeCloseTo((1 / Math.log2(3) + 1 / Math.log2(6)) / best);
    expect(scoreRanking({ ranking: [], relevant })['nDCG@10']).toBe(0);
  });

  it('by characters, where answers are spans', () => {
    const passage = (id: string, start: number) => ({
      id,
      group: 'g',
      itemId: 'doc',
      title: '',
      text: '',
      span: { start, end: start + 100 },
    });
    const passages = new Map([passage('a', 0), passage('b', 100)].map((one) => [one.id, one]));
    const answers = [{ itemId: 'doc', start: 80, end: 120 }];
    const scores = scoreSpans({ ranking: ['b', 'a'], answers, passages });
    expect(scores).toMatchObject({ 'charP@1': 0.2, 'charR@1': 0.5, 'charP@8': 0.2, 'charR@8': 1 });
  });

  it('two runs query by query', () => {
    const run = (values: number[]): EvalRun => ({
      dataset: 'd',
      mode: 'hybrid',
      passages: 1,
      queries: values.length,
      scores: {},
      results: values.map((value, index) => ({
        id: `${index}`,
        query: '',
        ranking: [],
        scores: { m: value },
      })),
    });
    const zeros = Array<number>(40).fill(0);
    const comparison = compareRuns({
      first: run(zeros),
      second: run(zeros.map((_, index) => (index < 30 ? 1 : 0))),
      metric: 'm',
    });
    expect(comparison).toMatchObject({ better: 30, worse: 0, same: 10, clear: true });
    expect(comparison.mean.difference).toBeCloseTo(0.75);
    const same = compareRuns({ first: run(zeros), second: run(zeros), metric: 'm' });
    expect(same).toMatchObject({ clear: false, same: 40 });
  });

  it('asks for each vector once, also in the next run', async () => {
    let calls = 0;
    const embedder = {
      id: 'count',
      dimensions: 2,
      maxTokens: 9,
      languages: ['en'],
      embed: async (texts: readonly string[]) =>
        texts.map((text) => {
          calls += 1;
          return Float32Array.from([text.length, 1]);
        }),
    };
    const cache = join(folder, 'cache');
    const first = await cachedEmbedder({ embedder, folder: cache }).embed(['a', 'bb', 'a'], 'query');
    const again = await cachedEmbedder({ embedder, folder: cache }).embed(['bb', 'a'], 'query');
    expect(calls).toBe(2);
    expect(again).toEqual([first[1], first[0]]);
    // A model may embed a question differently than a document with the same words.
    await cachedEmbedder({ embedder, folder: cache }).embed(['a'], 'document');
    expect(calls).toBe(3);
  });
});

describe('ibid eval compare', () => {
  it('sets two saved runs against each other, query by query, in what both have', async () => {
    const first = join(folder, 'first');
    const second = join(folder, 'second');
    const run = (outputFolder: string, only: string) =>
      runEval({ directory: folder, embedder: null, outputFolder, only });
    await run(first, '');
    await run(second, 'beir');
    const changed = join(second, 'beir.keyword.json');
    const saved = JSON.parse(readFileSync(changed, 'utf8')) as EvalRun;
    for (const result of saved.results) result.scores['R@5'] = 0;
    writeFileSync(changed, JSON.stringify(saved));
    const comparisons = compareSavedRuns({ first, second, only: '' });
    expect(comparisons.map((one) => [one.dataset, one.metric, one.worse, one.same])).toEqual([
      ['beir', 'R@5', 1, 0],
      ['beir', 'R@10', 0, 1],
      ['beir', 'nDCG@10', 0, 1],
    ]);
    expect(comparisonTable(comparisons)).toContain('| beir | keyword | R@5 | 1 | 1.000 | 0.000 | -1.000 |');
    expect(compareSavedRuns({ first, second, only: 'code' })).toEqual([]);
  });
});

describe('questions with a mistake', () => {
  it('have one letter wrong, behind the first of a long word, and always the same one', () => {
    const questions = Array.from(
      { length: 200 },
      (_, at) => `Who keeps the lighthouse ${at} committee going?`,
    );
    for (const question of [...questions, 'Πότε έκλεισε το λιμάνι;', 'Когда закрыли гавань?']) {
      const typed = mistype(question);
      expect(typed).not.toBe(question);
      expect(mistype(question)).toBe(typed);
      expect(Math.abs(typed.length - question.length)).toBeLessThanOrEqual(1);
      const words = question.split(' ');
      const wrong = typed.split(' ').filter((word, place) => word !== words[place]);
      expect(wrong).toHaveLength(1);
      expect(words.map((word) => word[0])).toEqual(typed.split(' ').map((word) => word[0]));
    }
    expect(mistype('Who is it?')).toBe('Who is it?');
  });

  it('are searched for when asked to', async () => {
    const [run] = await runEval({ directory: join(folder, 'beir'), embedder: null, isMistyped: true });
    expect(run?.results.map(({ query }) => query)).toEqual(['Where do foxes live?']);
    const [code] = await runEval({ directory: join(folder, 'code'), embedder: null, isMistyped: true });
    expect(code?.results[0]?.query).not.toBe('run target');
    expect(code?.scores['R@5']).toBe(1);
  });
});
