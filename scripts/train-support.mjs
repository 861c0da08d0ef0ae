// Fits the weights of packages/core/src/citations/verify/support-score.ts on labelled pairs and prints them.
// node scripts/train-support.mjs FOLDER            FOLDER/*.jsonl: premise, claim, label, group on each line
// All sets count equally, whatever their size. A fifth of each set, by group, is held out for evaluation.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const VERIFY = new URL('../packages/core/dist/citations/verify/', import.meta.url);
const load = (name) => import(new URL(`${name}.js`, VERIFY));
const { alignClaim } = await load('align-claim');
const { claimTerms } = await load('claim-terms');
const { cleanClaim } = await load('clean-claim');
const { judgeClaim } = await load('judge-claim');
const { prepareText } = await load('prepared-text');
const { TermWeights } = await load('term-weights');

const [folder, ...names] = process.argv.slice(2);
/**
 * Single sentences with the text that supports them. Questions with answers are not sentences, and whole summaries are
 * more than one.
 */
const SETS = names.length > 0 ? names : ['begin', 'wice-dev', 'fever-dev'];
const MOST_ROWS = 6000;
const RIDGE = 20;
const ROUNDS = 25;

function featuresOf({ premise, claim }) {
  const text = prepareText(premise);
  const terms = claimTerms(cleanClaim(claim));
  const weights = new TermWeights([text]).of(terms);
  const alignment = terms.terms.length === 0 ? null : alignClaim(terms, text, weights);
  return alignment ? judgeClaim({ claim: terms, weights, alignment, source: [text] }).features : null;
}

const rows = [];
for (const file of readdirSync(folder).filter((name) => SETS.includes(basename(name, '.jsonl')))) {
  const all = readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const step = Math.max(1, Math.ceil(all.length / MOST_ROWS));
  const own = [];
  for (const row of all.filter((_, index) => index % step === 0)) {
    const features = featuresOf(row);
    const isKept = createHash('sha256').update(`${row.source} ${row.group}`).digest()[0] % 5 === 0;
    if (features) own.push({ set: basename(file, '.jsonl'), features, label: row.label, isKept });
  }
  for (const label of [0, 1]) {
    const part = own.filter((row) => row.label === label && !row.isKept);
    // Each set, and each label within it, counts equally.
    for (const row of part) row.weight = 1000 / part.length;
  }
  rows.push(...own);
  process.stderr.write(`${file}: ${own.length} pairs\n`);
}

const train = rows.filter((row) => !row.isKept);
const size = (train[0]?.features.length ?? 0) + 1;
const withOne = (features) => [...features, 1];
/** No feature may have a negative weight: such a feature is dropped, and the rest is fitted again. */
const isOut = Array.from({ length: size }, () => false);
let weights = fit();
for (let again = true; again;) {
  again = false;
  for (let index = 0; index < size - 1; index++)
    if (!isOut[index] && weights[index] < 0) {
      isOut[index] = true;
      again = true;
    }
  if (again) weights = fit();
}

function fit() {
  let weights = Array.from({ length: size }, () => 0);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = weights.map((weight, index) => (index === size - 1 ? 0 : -RIDGE * weight));
    const hessian = weights.map((_, row) => weights.map((__, column) => (row === column ? RIDGE : 0)));
    for (const { features, label, weight } of train) {
      const x = withOne(features).map((value, index) => (isOut[index] ? 0 : value));
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, index) => sum + value * weights[index], 0)));
      for (let row = 0; row < size; row++) {
        gradient[row] += weight * (label - p) * x[row];
        for (let column = 0; column < size; column++)
          hessian[row][column] += weight * p * (1 - p) * x[row] * x[column];
      }
    }
    const step = solve(hessian, gradient);
    weights = weights.map((value, index) => value + step[index]);
  }
  return weights;
}

for (const set of SETS) {
  const kept = rows.filter((row) => row.set === set && row.isKept);
  const score = ({ features }) =>
    withOne(features).reduce((sum, value, index) => sum + value * weights[index], 0);
  process.stderr.write(
    `${set}: AUC ${auc(kept, score).toFixed(3)} on ${kept.length} kept pairs (words alone ${auc(kept, ({ features }) => features[0]).toFixed(3)})\n`,
  );
}
console.log(
  `const WEIGHTS: readonly number[] = [${weights.map((weight) => Number(weight.toFixed(2))).join(', ')}];`,
);

function solve(matrix, vector) {
  const a = matrix.map((row, index) => [...row, vector[index]]);
  for (let column = 0; column < a.length; column++) {
    let pivot = column;
    for (let row = column + 1; row < a.length; row++)
      if (Math.abs(a[row][column]) > Math.abs(a[pivot][column])) pivot = row;
    [a[column], a[pivot]] = [a[pivot], a[column]];
    for (let row = 0; row < a.length; row++) {
      if (row === column) continue;
      const factor = a[row][column] / a[column][column];
      for (let at = column; at <= a.length; at++) a[row][at] -= factor * a[column][at];
    }
  }
  return a.map((row, index) => row[a.length] / row[index]);
}

function auc(list, score) {
  const right = list
    .filter(({ label }) => label === 1)
    .map(score)
    .sort((left, other) => left - other);
  const wrong = list.filter(({ label }) => label === 0).map(score);
  let sum = 0;
  for (const value of wrong) {
    let low = 0;
    let high = right.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (right[middle] <= value) low = middle + 1;
      else high = middle;
    }
    sum += right.length - low;
  }
  return sum / (right.length * wrong.length);
}
