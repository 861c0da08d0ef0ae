import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { scoreOfAnswer, supportFigures, type JudgedRow } from './support-statistics.js';
import { evalSupport, supportTable } from './support.js';

const folder = mkdtempSync(join(tmpdir(), 'ibid-eval-support-'));
afterAll(() => rmSync(folder, { recursive: true }));

const row = (isSupported: boolean, score: number, isFlagged = false): JudgedRow => ({
  isSupported,
  score,
  isFlagged,
  kind: isSupported ? 'supported' : 'refuted',
});

describe('the figures of `ibid eval support`, by hand', () => {
  it('area, F1, precision, recall and false alarms', () => {
    const figures = supportFigures([
      row(true, 0.9),
      row(true, 0.4, true),
      row(false, 0.6),
      row(false, 0.1, true),
    ]);
    expect(figures).toMatchObject({
      rows: 4,
      supported: 2,
      auc: 0.75,
      macroF1: 0.5,
      precision: 0.5,
      recall: 0.5,
      falseAlarms: 0.5,
    });
    // Both wrong rows are found only at a threshold of .6.
    expect(figures.precisionAtRecall70).toBeCloseTo(2 / 3);
  });

  it('scores that are as often right as they say have no calibration error', () => {
    const honest = [row(true, 0.75), row(true, 0.75), row(true, 0.75), row(false, 0.75)];
    expect(supportFigures(honest).calibrationError).toBeCloseTo(0);
    expect(supportFigures([row(false, 0.95), row(false, 0.95)]).calibrationError).toBeCloseTo(0.95);
  });
});

describe('the score of an answer', () => {
  it('is that of its sentence, if it has one, and falls with each sentence', () => {
    expect(scoreOfAnswer([0.3])).toBeCloseTo(0.3);
    expect(scoreOfAnswer([0.9, 0.9])).toBeLessThan(0.9);
    expect(scoreOfAnswer([0.9, 0])).toBe(0);
  });

  it('one sentence that is surely wrong counts more than many in other words', () => {
    const inOtherWords = Array.from({ length: 12 }, () => 0.4);
    expect(scoreOfAnswer([0.9, 0.9, 0.9, 0.9, 0.02])).toBeLessThan(scoreOfAnswer(inOtherWords));
  });
});

describe('CIT-5 `ibid eval support`', () => {
  it('judges every set of a folder, whole answers sentence by sentence', async () => {
    const premise = 'The tower was built in 1889 for the fair in Paris. It is 330 metres tall.';
    const rows = [
      { premise, claim: 'The tower was built in 1889 for the fair in Paris.', label: 1, subset: 'short' },
      {
        premise,
        claim: 'The tower was built in 1920 for the fair in Paris.',
        label: 0,
        kind: 'refuted',
        subset: 'short',
      },
      {
        premise,
        claim: 'The tower was built in 1889 for the fair in Paris. The tower is 500 metres tall.',
        label: 0,
        kind: 'hallucinated',
        subset: 'answers',
      },
      { premise, claim: 'no label' },
    ];
    writeFileSync(join(folder, 'small.jsonl'), rows.map((each) => JSON.stringify(each)).join('\n'));
    writeFileSync(join(folder, 'empty.jsonl'), '');
    const seen: number[] = [];
    const [evaluation, ...others] = await evalSupport({ folder, onProgress: ({ done }) => seen.push(done) });
    expect(others).toEqual([]);
    expect(evaluation).toMatchObject({
      set: 'small',
      rows: 3,
      supported: 1,
      auc: 1,
      falseAlarms: 0,
      recall: 1,
    });
    expect(Object.keys(evaluation?.kinds ?? {})).toEqual(['hallucinated', 'refuted']);
    expect(evaluation?.subsets.short).toMatchObject({ rows: 2 });
    expect(seen.at(-1)).toBe(3);
    expect(supportTable(evaluation ? [evaluation] : [])).toContain('| small | 3 | 1.000 |');
    expect(await evalSupport({ folder, only: 'other' })).toEqual([]);
  });
});
