import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { buildEvalBase, cachedEmbedder, loadDatasets, type EvalQuery } from '@ibid/eval/internal';
import { answerBalance } from '@ibid/core/internal';
import {
  assembleReport,
  openLocalEmbedder,
  planReport,
  readExtractiveAnswer,
} from '@ibid/retrieval/internal';
import type { Embedder, ReportSection } from '@ibid/retrieval/internal';
import { openLibrary } from '../library/open-library.js';
import type { Library } from '../library/open-library.js';

export interface ReportFigures {
  dataset: string;
  reports: number;
  sections: number;
  claims: number;
  /** Share of supported claims; null: nothing was claimed. */
  supported: number | null;
  /** Of the rest: weak, unsupported or unknown ones, and those without a source. */
  doubtful: number;
  uncited: number;
  /** Share of the gold passages that the reports cite. */
  goldCited: number | null;
  /** The same for a single answer without a plan. */
  goldCitedByAnswer: number | null;
  /** Share of the cited passages that are gold. */
  citedGold: number | null;
}

const VIEWER = { userId: 'eval', roles: [], isAdministrator: true };
const LOOKED_AT = 40;
/** Every part of a report is a turn. */
const MOST_REPORTS = 60;

/** `ibid eval reports`: a report for each question, planned and quoted by the built-in model (ANS-2). */
export async function runReportEval(options: {
  directory: string;
  only?: string;
  log: (line: string) => void;
  embedder?: Embedder | null;
  /** Cache folder for vectors. */
  vectors?: string;
}): Promise<ReportFigures[]> {
  const { log } = options;
  const plain = options.embedder === undefined ? await openLocalEmbedder() : options.embedder;
  const folder = options.vectors ?? join(tmpdir(), 'ibid-eval-vectors');
  // A library closes its embedder; this one is still needed for the next set.
  const embedder = plain
    ? { ...cachedEmbedder({ embedder: plain, folder }), close: () => Promise.resolve() }
    : null;
  const figures: ReportFigures[] = [];
  for (const set of loadDatasets(options.directory)) {
    if (!set.name.includes(options.only ?? '')) continue;
    const queries = spread(set.queries, MOST_REPORTS);
    log(`${set.name}: ${set.passages.length} passages, ${queries.length} reports`);
    const library = await openLibrary({ embedder, agentic: true });
    try {
      const { knowledge } = library;
      const { passages } = await buildEvalBase({ knowledge, embedder, passages: set.passages, log });
      const measured = await measure({ library, queries, passages, log });
      figures.push({ dataset: set.name, ...measured });
    } finally {
      await library.close();
    }
  }
  if (options.embedder === undefined) await plain?.close?.();
  return figures;
}

async function measure(options: {
  library: Library;
  queries: readonly EvalQuery[];
  passages: ReadonlyMap<string, string>;
  log: (line: string) => void;
}): Promise<Omit<ReportFigures, 'dataset'>> {
  const { library, queries, passages } = options;
  const totals = {
    sections: 0,
    claims: 0,
    supported: 0,
    uncited: 0,
    gold: 0,
    found: 0,
    byAnswer: 0,
    cited: 0,
    right: 0,
  };
  for (const [place, query] of queries.entries()) {
    const found = await library.knowledge.reader.search({
      viewer: VIEWER,
      query: query.text,
      mode: 'hybrid',
      topK: LOOKED_AT,
    });
    const written: ReportSection[] = [];
    for (const [index, { question }] of planReport({ question: query.text, found }).entries()) {
      const { result } = await library.ask(question);
      const { text } = readExtractiveAnswer(result.shownAnswer);
      written.push({ id: String(index), text, citations: result.citations, claims: result.claims });
    }
    const { sections } = assembleReport(written);
    const balance = answerBalance(sections.flatMap(({ claims }) => claims));
    const citedBy = (part: readonly ReportSection[]) =>
      new Set(
        part.flatMap(({ citations }) =>
          citations.flatMap(({ passage }) => (passage ? (passages.get(passage.chunkId) ?? []) : [])),
        ),
      );
    const cited = citedBy(sections);
    const gold = [...query.relevant.keys()];
    totals.sections += sections.length;
    totals.claims += balance.claims;
    totals.supported += balance.supported;
    totals.uncited += balance.uncited;
    totals.gold += gold.length;
    totals.found += gold.filter((id) => cited.has(id)).length;
    const first = citedBy(written.slice(0, 1));
    totals.byAnswer += gold.filter((id) => first.has(id)).length;
    totals.cited += cited.size;
    totals.right += [...cited].filter((id) => query.relevant.has(id)).length;
    if ((place + 1) % 10 === 0) options.log(`  ${place + 1} of ${queries.length}`);
  }
  return {
    reports: queries.length,
    sections: totals.sections,
    claims: totals.claims,
    supported: share(totals.supported, totals.claims),
    doubtful: totals.claims - totals.supported - totals.uncited,
    uncited: totals.uncited,
    goldCited: share(totals.found, totals.gold),
    goldCitedByAnswer: share(totals.byAnswer, totals.gold),
    citedGold: share(totals.right, totals.cited),
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Evenly over all values: neighbours are often of the same kind. */
function spread<Value>(values: readonly Value[], most: number): Value[] {
  if (values.length <= most) return [...values];
  return values.filter(
    (_, index) =>
      Math.floor((index * most) / values.length) !== Math.floor(((index - 1) * most) / values.length),
  );
}
