import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '@ibid/retrieval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ibid } from '../run-command.test-helper.js';
import { runReportEval } from './run-report-eval.js';

let folder: string;

function write(name: string, passages: readonly [string, string, string][], gold: readonly string[]): void {
  const set = join(folder, name);
  mkdirSync(join(set, 'qrels'), { recursive: true });
  const corpus = passages.map(([_id, title, text]) => JSON.stringify({ _id, title, text }));
  writeFileSync(join(set, 'corpus.jsonl'), corpus.join('\n'));
  const question = 'When did the ferry of the town where Ada Holm was born begin to run?';
  writeFileSync(join(set, 'queries.jsonl'), JSON.stringify({ _id: 'q', text: question }));
  const judged = gold.map((id) => `q\t${id}\t1`);
  writeFileSync(join(set, 'qrels', 'test.tsv'), ['query-id\tcorpus-id\tscore', ...judged].join('\n'));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-eval-reports-'));
  const passages: [string, string, string][] = [
    ['born', 'Ada Holm', 'Ada Holm was born in the town of Larvik in 1911.'],
    ['ferry', 'Ferry of Larvik', 'The ferry of the town of Larvik began to run in 1936.'],
    ['other', 'Cheese', 'Cheese is made of milk, salt and patience.'],
  ];
  write('hops', passages, ['born', 'ferry']);
  write('nothing', [['other', 'Cheese', 'Cheese is made of milk.']], ['other']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Texts with the same words are near. Throws if used after closing. */
function wordEmbedder(): Embedder & { isClosed: () => boolean } {
  let closed = false;
  return {
    id: 'words',
    dimensions: 64,
    maxTokens: 512,
    languages: null,
    embed: (texts) => {
      if (closed) return Promise.reject(new Error('The embedder is closed.'));
      return Promise.resolve(
        texts.map((text) => {
          const vector = new Float32Array(64);
          for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? [])
            vector[(31 * word.charCodeAt(0) + 7 * word.charCodeAt(word.length - 1) + word.length) % 64]! += 1;
          const length = Math.hypot(...vector) || 1;
          return vector.map((value) => value / length);
        }),
      );
    },
    close: () => {
      closed = true;
      return Promise.resolve();
    },
    isClosed: () => closed,
  };
}

describe('ANS-2 ibid eval reports', () => {
  it('tells for each data set what is supported, and how much of the gold is cited', async () => {
    const embedder = wordEmbedder();
    const vectors = join(folder, '.vectors');
    const figures = await runReportEval({ directory: folder, log: () => undefined, embedder, vectors });
    expect(figures.map(({ dataset, reports }) => [dataset, reports])).toEqual([
      ['hops', 1],
      ['nothing', 1],
    ]);
    const [hops, nothing] = figures;
    expect(hops).toMatchObject({ goldCited: 1, uncited: 0, doubtful: 0, supported: 1 });
    expect(hops!.claims).toBeGreaterThan(1);
    expect(hops!.sections).toBeGreaterThan(1);
    // Nothing to cite counts as no gold passage cited, and never as NaN.
    expect(nothing!.goldCited).toBe(0);
    expect(JSON.stringify(figures)).not.toContain('NaN');
    expect(embedder.isClosed()).toBe(false);
  });

  it('says so where no data set has the name', async () => {
    const run = await ibid('eval', 'reports', folder, '--only', 'nowhere');
    expect(run).toMatchObject({ code: 3, out: '' });
    expect(run.err).toContain('no data set');
  });
});
