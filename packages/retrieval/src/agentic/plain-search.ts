import { tellCorrections, correctionsOf } from '../knowledge/index.js';
import { chunkOfHit } from './evidence.js';
import { relativeScores } from './relative-scores.js';
import type { RetrievalRun } from './retrieval-tool.js';
import type { TrajectoryStep } from './trajectory.js';

const MOST_HITS = 12;

/**
 * One hybrid search with the question as asked, for a run whose model failed before it found anything. Recorded as a
 * separate step.
 */
export async function plainSearch(options: {
  run: RetrievalRun;
  knowledgeBaseIds: readonly string[];
  step: number;
  why: string;
  now: () => number;
}): Promise<TrajectoryStep> {
  const { run, now } = options;
  const { question: query } = run;
  const started = now();
  let result: string;
  let added = 0;
  let isError = false;
  try {
    const hits = await run.knowledge.search({
      query,
      mode: 'hybrid',
      topK: MOST_HITS,
      knowledgeBaseIds: [...options.knowledgeBaseIds],
    });
    const scale = relativeScores({ hits, query, question: query });
    run.evidence.corrected.push(...hits.flatMap((hit) => hit.corrected ?? []));
    added = run.evidence.add(
      hits.map((hit) => ({
        chunk: chunkOfHit(hit, true),
        score: scale(hit.score),
        hop: 0,
        via: `plain search: ${query}`,
      })),
    );
    const corrections = correctionsOf(hits);
    result = [
      ...(corrections.length > 0 ? [tellCorrections(corrections)] : []),
      hits.length > 0 ? hits.map((hit) => hit.title).join('\n') : 'Nothing found.',
    ].join('\n');
  } catch (error) {
    isError = true;
    result = error instanceof Error ? error.message : String(error);
  }
  const milliseconds = Math.round(now() - started);
  return {
    step: options.step,
    reasoning: `One plain search with the question’s own words: ${options.why}.`,
    calls: [
      { tool: 'search_content', input: { query, mode: 'hybrid' }, result, added, milliseconds, isError },
    ],
    hops: [],
    seen: run.knowledge.takeSeen(),
    continued: null,
    usage: { inputTokens: 0, outputTokens: 0 },
    milliseconds,
  };
}
