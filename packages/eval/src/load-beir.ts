import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvalDataset, EvalPassage, EvalQuery } from './eval-dataset.js';
import { readJsonLines } from './read-json-lines.js';

interface CorpusRow {
  _id: string;
  title?: string;
  text: string;
}

interface QueryRow {
  _id: string;
  text: string;
  metadata?: { hops?: number; type?: string };
}

/** A speaker marker in the queries of conversation sets. */
const SPEAKER = /\|user\|:\s*/g;

/** Reads `corpus.jsonl`, one or more `queries*.jsonl` and `qrels/*.tsv`: one dataset per file of queries. */
export function loadBeir(options: { directory: string; name: string }): EvalDataset[] {
  const { directory, name } = options;
  const passages: EvalPassage[] = readJsonLines<CorpusRow>(join(directory, 'corpus.jsonl')).map((row) => ({
    id: row._id,
    group: name,
    itemId: row._id,
    title: row.title ?? '',
    text: row.text,
  }));
  const relevance = readRelevance(join(directory, 'qrels'));
  return readdirSync(directory)
    .filter((file) => /^queries.*\.jsonl$/.test(file))
    .sort()
    .map((file) => {
      const variant = /^queries_?(.*)\.jsonl$/.exec(file)?.[1] ?? '';
      const queries: EvalQuery[] = [];
      for (const row of readJsonLines<QueryRow>(join(directory, file))) {
        const relevant = relevance.get(row._id);
        if (!relevant) continue;
        const category = row.metadata?.hops;
        queries.push({
          id: row._id,
          group: name,
          text: row.text.replace(SPEAKER, '').trim(),
          relevant,
          ...(category === undefined ? {} : { category: `${category} hops` }),
        });
      }
      return { name: variant ? `${name}-${variant}` : name, passages, queries };
    });
}

function readRelevance(directory: string): Map<string, Map<string, number>> {
  const relevance = new Map<string, Map<string, number>>();
  if (!existsSync(directory)) return relevance;
  for (const file of readdirSync(directory).filter((entry) => entry.endsWith('.tsv'))) {
    for (const line of readFileSync(join(directory, file), 'utf8').split(/\r?\n/)) {
      const [query, passage, grade] = line.split('\t');
      if (!query || !passage || !grade || !/^-?\d+$/.test(grade)) continue;
      if (Number(grade) <= 0) continue;
      const known = relevance.get(query) ?? new Map<string, number>();
      known.set(passage, Number(grade));
      relevance.set(query, known);
    }
  }
  return relevance;
}
