import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvalDataset, EvalPassage, EvalQuery } from './eval-dataset.js';
import { readJsonLines } from './read-json-lines.js';

interface DocumentRow {
  original_uuid: string;
  chunks: { original_index: number; content: string }[];
}

interface QueryRow {
  query: string;
  golden_chunk_uuids: [string, number][];
}

/** Documents already split into chunks (`codebase_chunks.json`), with the chunks that answer each question. */
export function loadCodeChunks(options: { directory: string; name: string }): EvalDataset[] {
  const { directory, name } = options;
  const documents = JSON.parse(
    readFileSync(join(directory, 'codebase_chunks.json'), 'utf8'),
  ) as DocumentRow[];
  const passages: EvalPassage[] = documents.flatMap((document) =>
    document.chunks.map((chunk) => ({
      id: `${document.original_uuid}:${chunk.original_index}`,
      group: name,
      itemId: document.original_uuid,
      title: '',
      text: chunk.content,
    })),
  );
  const queries: EvalQuery[] = readJsonLines<QueryRow>(join(directory, 'evaluation_set.jsonl')).map(
    (row, index) => ({
      id: `q${index}`,
      group: name,
      text: row.query,
      relevant: new Map(row.golden_chunk_uuids.map(([document, chunk]) => [`${document}:${chunk}`, 1])),
    }),
  );
  return [{ name, passages, queries }];
}
