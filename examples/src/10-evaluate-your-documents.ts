// Measures search on your own documents and questions. A data set is a folder with the texts, the questions, and which
// text answers which question. In a shell: ibid eval FOLDER.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evalTable, runEval } from '@ibid/eval';

const folder = await mkdtemp(join(tmpdir(), 'ibid-example-'));
const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
await writeFile(
  join(folder, 'corpus.jsonl'),
  lines([
    { _id: 'tides', title: 'Tides', text: 'High water at Port Ellin was at 06:40 on 3 March 2025.' },
    { _id: 'pilots', title: 'Pilots', text: 'Every ship of more than 60 metres takes a pilot on board.' },
    { _id: 'fees', title: 'Fees', text: 'Fishing boats that are registered in the harbour pay nothing.' },
  ]),
);
await writeFile(
  join(folder, 'queries.jsonl'),
  lines([
    { _id: 'q1', text: 'When was high water?' },
    { _id: 'q2', text: 'What do registered fishing boats pay?' },
  ]),
);
await mkdir(join(folder, 'qrels'));
await writeFile(join(folder, 'qrels', 'test.tsv'), 'query-id\tcorpus-id\tscore\nq1\ttides\t1\nq2\tfees\t1\n');

const runs = await runEval({ directory: folder, embedder: null });
console.log(evalTable(runs));
assert.equal(runs[0]?.queries, 2);
assert.equal(runs[0]?.scores['nDCG@10'], 1);
await rm(folder, { recursive: true });
