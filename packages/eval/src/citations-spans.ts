import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ClaimVerifier, type RetrievedChunk } from '@ibid/core/internal';
import { chunkDocument, type DocumentBlock } from '@ibid/retrieval/internal';
import { overlapScores } from './citations-statistics.js';

interface SpanTest {
  snippets: { file_path: string; span: [number, number]; answer: string }[];
}

/** How exactly the passage found for a gold answer matches the gold span, in characters. */
export interface SpanFigures {
  dataset: string;
  spans: number;
  /** Share of gold spans that the passage overlaps. */
  overlap: number;
  precision: number;
  recall: number;
  f1: number;
  /** The same for gold spans within one chunk: others cannot be found completely. */
  f1WithinChunk: number;
  checksPerSecond: number;
}

/** Reads `benchmarks/*.json` and `corpus/` in a folder. The source of each answer is its whole document. */
export function evaluateSpans(directory: string): SpanFigures[] {
  const documents = new Map<string, RetrievedChunk[]>();
  const load = (path: string) => {
    const known = documents.get(path);
    if (known) return known;
    const chunks = chunksOf(path, readFileSync(join(directory, 'corpus', path.replaceAll(':', '_')), 'utf8'));
    documents.set(path, chunks);
    return chunks;
  };
  return readdirSync(join(directory, 'benchmarks'))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const { tests } = JSON.parse(readFileSync(join(directory, 'benchmarks', file), 'utf8')) as {
        tests: SpanTest[];
      };
      const snippets = new Map(
        tests
          .flatMap(({ snippets }) => snippets)
          .map((snippet) => [`${snippet.file_path} ${snippet.span.join('-')}`, snippet]),
      );
      return { dataset: basename(file, '.json'), ...figures([...snippets.values()], load) };
    });
}

function figures(
  snippets: readonly SpanTest['snippets'][number][],
  load: (path: string) => RetrievedChunk[],
): Omit<SpanFigures, 'dataset'> {
  const sums = { precision: 0, recall: 0, f1: 0, overlap: 0, within: 0, f1Within: 0, seconds: 0 };
  for (const { file_path, span, answer } of snippets) {
    const chunks = load(file_path);
    const [start, end] = span;
    const from = process.cpuUsage();
    const { passage } = new ClaimVerifier({ chunks }).check({ claim: answer, chunks });
    const used = process.cpuUsage(from);
    sums.seconds += (used.user + used.system) / 1e6;
    const scores = overlapScores(passage?.itemSpan ?? { start: 0, end: 0 }, { start, end });
    sums.precision += scores.precision;
    sums.recall += scores.recall;
    sums.f1 += scores.f1;
    if (scores.f1 > 0) sums.overlap++;
    const isWithin = chunks.some(
      (chunk) => chunk.span && chunk.span.start <= start && chunk.span.end >= start + answer.trimEnd().length,
    );
    if (isWithin) {
      sums.within++;
      sums.f1Within += scores.f1;
    }
  }
  const mean = (sum: number) => sum / Math.max(1, snippets.length);
  return {
    spans: snippets.length,
    overlap: mean(sums.overlap),
    precision: mean(sums.precision),
    recall: mean(sums.recall),
    f1: mean(sums.f1),
    f1WithinChunk: sums.f1Within / Math.max(1, sums.within),
    checksPerSecond: Math.round(snippets.length / sums.seconds),
  };
}

function chunksOf(path: string, text: string): RetrievedChunk[] {
  return chunkDocument({
    document: { title: path, text, mediaType: 'text/plain', blocks: paragraphs(text), metadata: {} },
  }).map((chunk) => ({
    itemId: path,
    chunkId: String(chunk.ordinal),
    title: path,
    text: chunk.text,
    score: 1,
    span: chunk.span,
  }));
}

function paragraphs(text: string): DocumentBlock[] {
  return Array.from(text.matchAll(/\S(?:[^\n]|\n(?!\s*\n))*/g), (match) => ({
    kind: 'paragraph',
    start: match.index,
    end: match.index + match[0].trimEnd().length,
  }));
}
