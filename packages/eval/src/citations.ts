import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { evaluateClaims, type ClaimFigures } from './citations-claims.js';
import { evaluateSpans, type SpanFigures } from './citations-spans.js';

export interface CitationEvaluation {
  claims: ClaimFigures[];
  spans: SpanFigures[];
  bars: { name: string; value: number; bar: string; ok: boolean }[];
}

/**
 * `ibid eval citations`: how well verification distinguishes a right source from a wrong one, and how exact its
 * passages are. In the folder `datasets`, it evaluates folders with `tasks.jsonl` and `corpus.jsonl` (reference answers
 * with gold passages) and with `benchmarks/` and `corpus/` (gold spans).
 */
export async function evalCitations(options: {
  datasets: string;
  log: (line: string) => void;
}): Promise<CitationEvaluation> {
  const claims: ClaimFigures[] = [];
  const spans: SpanFigures[] = [];
  for (const directory of foldersBelow(resolve(options.datasets))) {
    if (existsSync(join(directory, 'tasks.jsonl')) && existsSync(join(directory, 'corpus.jsonl'))) {
      options.log(`Checking the reference answers of ${directory} …`);
      const figures = evaluateClaims(directory);
      claims.push(figures);
      options.log(
        `  ${figures.dataset}: ${figures.sentences} sentences, ROC AUC ${figures.rocAuc.toFixed(4)} ` +
          `(${figures.rocAucWithoutCopies.toFixed(4)} without ${figures.copies} copies of gold, ` +
          `${figures.rocAucTogether.toFixed(4)} together), ${figures.checksPerSecond} checks/s`,
      );
    } else if (existsSync(join(directory, 'benchmarks')) && existsSync(join(directory, 'corpus'))) {
      options.log(`Looking for the gold spans of ${directory} …`);
      for (const figures of evaluateSpans(directory)) {
        spans.push(figures);
        options.log(
          `  ${figures.dataset}: ${figures.spans} spans, ${(100 * figures.overlap).toFixed(1)} % overlapped, ` +
            `character F1 ${figures.f1.toFixed(4)} (${figures.f1WithinChunk.toFixed(4)} within a chunk)`,
        );
      }
    }
    await new Promise((done) => setImmediate(done));
  }
  return { claims, spans, bars: bars(claims, spans) };
}

function bars(claims: readonly ClaimFigures[], spans: readonly SpanFigures[]): CitationEvaluation['bars'] {
  const mean = <Row>(rows: readonly Row[], value: (row: Row) => number, weight: (row: Row) => number) =>
    rows.reduce((sum, row) => sum + value(row) * weight(row), 0) /
    rows.reduce((sum, row) => sum + weight(row), 0);
  const judged: CitationEvaluation['bars'] = [];
  if (claims.length > 0) {
    const auc = mean(
      claims,
      (row) => row.rocAuc,
      (row) => row.sentences,
    );
    const rate = Math.min(...claims.map((row) => row.checksPerSecond));
    judged.push({ name: 'roc-auc', value: round(auc), bar: '>= 0.95', ok: auc >= 0.95 });
    judged.push({ name: 'checks-per-cpu-second', value: rate, bar: '>= 2000', ok: rate >= 2000 });
  }
  if (spans.length > 0) {
    const overlap = mean(
      spans,
      (row) => row.overlap,
      (row) => row.spans,
    );
    judged.push({ name: 'gold-span-overlap', value: round(overlap), bar: '>= 0.95', ok: overlap >= 0.95 });
  }
  return judged;
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;

function foldersBelow(directory: string): string[] {
  const children = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .sort((left, right) => left.name.localeCompare(right.name));
  return [directory, ...children.flatMap((entry) => foldersBelow(join(directory, entry.name)))];
}
