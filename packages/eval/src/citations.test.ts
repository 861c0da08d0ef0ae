import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { overlapScores, rocAuc, sharedText, wordRuns } from './citations-statistics.js';
import { evalCitations } from './citations.js';

const folder = mkdtempSync(join(tmpdir(), 'ibid-eval-citations-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the figures of the evaluation', () => {
  it('ROC AUC by hand', () => {
    expect(rocAuc([3, 4], [1, 2])).toBe(1);
    expect(rocAuc([1, 2], [3, 4])).toBe(0);
    expect(rocAuc([1, 3], [2, 3])).toBe(0.375);
  });

  it('overlap of spans by hand', () => {
    expect(overlapScores({ start: 5, end: 15 }, { start: 10, end: 30 })).toEqual({
      precision: 0.5,
      recall: 0.25,
      f1: 1 / 3,
    });
    expect(overlapScores({ start: 0, end: 0 }, { start: 10, end: 30 }).f1).toBe(0);
  });

  it('finds a copy', () => {
    const text = 'one two three four five six seven eight nine ten eleven twelve';
    expect(sharedText(wordRuns(text), wordRuns(`${text} and more`))).toBe(1);
    expect(
      sharedText(wordRuns(text), wordRuns('something else that has nothing to do with any of it at all')),
    ).toBe(0);
  });
});

describe('CIT-5 `ibid eval citations`', () => {
  it('evaluates both kinds of data below a folder', async () => {
    const claims = join(folder, 'small');
    const spans = join(folder, 'legal');
    for (const directory of [claims, join(spans, 'benchmarks'), join(spans, 'corpus')])
      mkdirSync(directory, { recursive: true });
    const passages = [
      { _id: 'tower', title: 'Tower', text: 'The tower was built in 1889 for the fair in Paris.' },
      {
        _id: 'bridge',
        title: 'Bridge',
        text: 'The bridge of Paris was opened for trains and is painted red.',
      },
      { _id: 'cats', title: 'Cats', text: 'Cats sleep most of the day, in Paris as elsewhere.' },
    ];
    writeFileSync(join(claims, 'corpus.jsonl'), passages.map((row) => JSON.stringify(row)).join('\n'));
    const task = {
      rewrite: 'When was the tower in Paris built?',
      reference_answer: 'Yes. The tower was built in 1889 for the fair.',
      answerability: 'ANSWERABLE',
      gold_passages: ['tower'],
    };
    writeFileSync(join(claims, 'tasks.jsonl'), JSON.stringify(task));
    const contract =
      'This is an agreement between two parties.\n\nThe receiving party shall keep everything secret for ten years. It ends in May.';
    const answer = 'The receiving party shall keep everything secret for ten years.';
    const start = contract.indexOf(answer);
    writeFileSync(join(spans, 'corpus', 'nda.txt'), contract);
    writeFileSync(
      join(spans, 'benchmarks', 'nda.json'),
      JSON.stringify({
        tests: [{ snippets: [{ file_path: 'nda.txt', span: [start, start + answer.length], answer }] }],
      }),
    );
    const lines: string[] = [];
    const result = await evalCitations({ datasets: folder, log: (line) => lines.push(line) });
    expect(result.claims[0]).toMatchObject({ dataset: 'small', sentences: 1, rocAuc: 1 });
    expect(result.spans[0]).toMatchObject({ dataset: 'nda', spans: 1, overlap: 1, f1: 1 });
    expect(result.bars.map(({ name }) => name)).toEqual([
      'roc-auc',
      'checks-per-cpu-second',
      'gold-span-overlap',
    ]);
    expect(lines.length).toBeGreaterThan(2);
  });
});
