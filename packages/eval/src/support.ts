import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  ClaimVerifier,
  listUncitedClaims,
  refineWithReader,
  type ClaimCheck,
  type RetrievedChunk,
  type SecondReader,
} from '@ibid/core/internal';
import { readJsonLines } from './read-json-lines.js';
import { scoreOfAnswer, supportFigures, type JudgedRow, type SupportFigures } from './support-statistics.js';

/** A line of a set. `label` is 1 if the premise supports the whole claim. */
interface SupportRow {
  premise: string;
  claim: string;
  label: 0 | 1;
  kind?: string;
  /** A part of the set to report separately. */
  subset?: string;
}

/** The figures of one file. */
export interface SupportEvaluation extends SupportFigures {
  set: string;
  subsets: Record<string, SupportFigures>;
  /**
   * By the reason why a claim is not supported (refuted, neutral, hallucinated): its rows together with all supported
   * ones.
   */
  kinds: Record<string, { rows: number; auc: number; recall: number }>;
  checksPerSecond: number;
}

/** Shorter sentences make no checkable claim (`Yes, that is true.`). */
const MIN_WORDS = 4;
/** Rows between progress reports. */
const STEP = 50;

/**
 * `ibid eval support FOLDER`: reads every `*.jsonl` in a folder, with `premise`, `claim` and `label` on each line. A
 * claim of several sentences is judged sentence by sentence, like an answer. The whole is supported only if every
 * sentence is. Errors are correlated, so its score is a soft minimum of theirs.
 */
export async function evalSupport(options: {
  folder: string;
  /** Only sets whose name contains this. */
  only?: string;
  /** Consulted where the rules do not decide. */
  secondReader?: SecondReader;
  onProgress?: (progress: { set: string; done: number; total: number }) => void;
}): Promise<SupportEvaluation[]> {
  const results: SupportEvaluation[] = [];
  for (const file of supportSets(options.folder)) {
    const set = basename(file, '.jsonl');
    if (!set.includes(options.only ?? '')) continue;
    const rows = readJsonLines<SupportRow>(file).filter(isRow);
    if (rows.length === 0) continue;
    const judged: JudgedRow[] = [];
    let checks = 0;
    const from = process.cpuUsage();
    for (const [index, row] of rows.entries()) {
      if (index % STEP === 0) {
        options.onProgress?.({ set, done: index, total: rows.length });
        await new Promise((done) => setImmediate(done));
      }
      const sentences = await judgeRow(row, options.secondReader);
      checks += sentences.length;
      judged.push(toJudged(row, sentences));
    }
    const used = process.cpuUsage(from);
    options.onProgress?.({ set, done: rows.length, total: rows.length });
    results.push({
      set,
      ...supportFigures(judged),
      subsets: subsetFigures(rows, judged),
      kinds: kindFigures(judged),
      checksPerSecond: Math.round((1e6 * checks) / (used.user + used.system)),
    });
  }
  return results;
}

/** The sets in a folder, or the named file. */
function supportSets(folder: string): string[] {
  const root = resolve(folder);
  if (existsSync(root) && statSync(root).isFile()) return [root];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => join(entry.parentPath ?? dirname(root), entry.name))
    .sort();
}

const isRow = (row: Partial<SupportRow>): row is SupportRow =>
  typeof row.premise === 'string' && typeof row.claim === 'string' && (row.label === 0 || row.label === 1);

async function judgeRow({ premise, claim }: SupportRow, read?: SecondReader): Promise<ClaimCheck[]> {
  const chunk: RetrievedChunk = { itemId: 'premise', chunkId: '0', title: '', text: premise, score: 1 };
  const verifier = new ClaimVerifier({ chunks: [chunk] });
  // In an answer, only sentences that claim something are judged: `Here is an overview:` is not a claim (CIT-7).
  const sentences = listUncitedClaims(claim)
    .map(({ text }) => text)
    .filter((sentence) => (sentence.match(/[\p{L}\p{N}]+/gu) ?? []).length >= MIN_WORDS);
  const claims = (sentences.length > 0 ? sentences : [claim]).map((sentence) => ({
    claim: sentence,
    chunks: [chunk],
    check: verifier.check({ claim: sentence, chunks: [chunk] }),
  }));
  return read ? refineWithReader({ claims, read }) : claims.map(({ check }) => check);
}

function toJudged({ label, kind }: SupportRow, checks: readonly ClaimCheck[]): JudgedRow {
  return {
    isSupported: label === 1,
    score: scoreOfAnswer(checks.map(({ score }) => score)),
    isFlagged: checks.some(({ verdict }) => verdict === 'unsupported'),
    kind: kind ?? (label === 1 ? 'supported' : 'not supported'),
  };
}

function subsetFigures(
  rows: readonly SupportRow[],
  judged: readonly JudgedRow[],
): SupportEvaluation['subsets'] {
  const names = [...new Set(rows.flatMap(({ subset }) => subset ?? []))].sort();
  return Object.fromEntries(
    names.map((name) => [name, supportFigures(judged.filter((_, index) => rows[index]?.subset === name))]),
  );
}

function kindFigures(judged: readonly JudgedRow[]): SupportEvaluation['kinds'] {
  const right = judged.filter(({ isSupported }) => isSupported);
  const kinds = [...new Set(judged.flatMap(({ kind, isSupported }) => (isSupported ? [] : kind)))].sort();
  return Object.fromEntries(
    kinds.map((kind) => {
      const wrong = judged.filter((row) => !row.isSupported && row.kind === kind);
      const { auc, recall } = supportFigures([...right, ...wrong]);
      return [kind, { rows: wrong.length, auc, recall }];
    }),
  );
}

/** The figures as a Markdown table, with the parts of a set below it. */
export function supportTable(evaluations: readonly SupportEvaluation[]): string {
  const short = (value: number) => value.toFixed(3).replace(/^0/, '');
  const line = (name: string, figures: SupportFigures) =>
    `| ${name} | ${figures.rows} | ${short(figures.auc)} | ${short(figures.macroF1)} | ${short(figures.precision)} | ${short(figures.recall)} | ${short(figures.precisionAtRecall70)} | ${short(figures.calibrationError)} | ${short(figures.falseAlarms)} |`;
  const lines = [
    '| set | rows | AUC | macro F1 | precision | recall | precision at recall .7 | calibration error | false alarms |',
    '|---|---|---|---|---|---|---|---|---|',
  ];
  for (const evaluation of evaluations) {
    lines.push(line(evaluation.set, evaluation));
    for (const [name, figures] of Object.entries(evaluation.subsets)) lines.push(line(`– ${name}`, figures));
    for (const [kind, { rows, auc, recall }] of Object.entries(evaluation.kinds))
      lines.push(`| – ${kind} beside supported | ${rows} | ${short(auc)} | | | ${short(recall)} | | | |`);
  }
  return lines.join('\n');
}
