import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chunkDocument } from '@ibid/retrieval';
import type { EvalDataset, EvalPassage, EvalQuery } from './eval-dataset.js';

interface Benchmark {
  tests: { query: string; snippets: { file_path: string; span: [number, number] }[] }[];
}

/** Documents as files (`corpus/`), and questions answered by exact character ranges in them (`benchmarks/`). */
export function loadSpans(options: { directory: string; name: string }): EvalDataset[] {
  const { directory } = options;
  return readdirSync(join(directory, 'benchmarks'))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const name = basename(file, '.json');
      const { tests } = JSON.parse(readFileSync(join(directory, 'benchmarks', file), 'utf8')) as Benchmark;
      const paths = new Set(tests.flatMap((test) => test.snippets.map((snippet) => snippet.file_path)));
      const passages = [...paths].sort().flatMap((path) => cutFile(directory, path, name));
      const byItem = new Map<string, EvalPassage[]>();
      for (const passage of passages)
        byItem.set(passage.itemId, [...(byItem.get(passage.itemId) ?? []), passage]);
      const queries = tests.map((test, index): EvalQuery => {
        const answers = test.snippets.map((snippet) => ({
          itemId: snippet.file_path,
          start: snippet.span[0],
          end: snippet.span[1],
        }));
        const relevant = answers.flatMap((answer) =>
          (byItem.get(answer.itemId) ?? []).filter((passage) => overlaps(passage, answer)),
        );
        return {
          id: `${index}`,
          group: name,
          text: test.query,
          relevant: new Map(relevant.map((passage) => [passage.id, 1])),
          answers,
        };
      });
      return { name, passages, queries: queries.filter((query) => query.relevant.size > 0) };
    });
}

/** Uses file names as titles and the product's own chunker. */
function cutFile(directory: string, path: string, group: string): EvalPassage[] {
  // In file names, characters that some file systems refuse were replaced.
  const file = [path, path.replaceAll(':', '_')]
    .map((one) => join(directory, 'corpus', one))
    .find(existsSync);
  if (!file) return [];
  const text = readFileSync(file, 'utf8');
  const title = decodeURIComponent(basename(path, '.txt').replace(/%(?![0-9a-f]{2})/gi, '%25')).replace(
    /[_-]+/g,
    ' ',
  );
  const blocks = [...text.matchAll(/\S[^]*?(?=\n\s*\n|$)/g)].map((match) => ({
    kind: 'paragraph' as const,
    start: match.index,
    end: match.index + match[0].trimEnd().length,
  }));
  const document = { title, text, mediaType: 'text/plain', blocks, metadata: {} };
  return chunkDocument({ document }).map((chunk) => ({
    id: `${path}#${chunk.ordinal}`,
    group,
    itemId: path,
    title,
    text: chunk.text,
    span: chunk.span,
  }));
}

function overlaps(passage: EvalPassage, answer: { start: number; end: number }): boolean {
  const { start, end } = passage.span!;
  return Math.min(end, answer.end) > Math.max(start, answer.start);
}
