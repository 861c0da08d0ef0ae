import type { ItemFilter, SearchHit, SearchMode } from '../../knowledge/index.js';
import { chunkOfHit } from '../evidence.js';
import { relativeScores } from '../relative-scores.js';
import type { RetrievalRun } from '../retrieval-tool.js';
import { resolveKnowledgeBase } from './resolve-knowledge-base.js';

/** A search in one base, as the model asked for it. */
interface BaseSearch {
  knowledge_base: string;
  query: string;
  mode: SearchMode;
  top_k: number;
}

/** Searches one base, and notes in the run that it was searched and which words were corrected. */
export async function searchBase(
  run: RetrievalRun,
  input: BaseSearch,
  filter: ItemFilter,
): Promise<{ hits: SearchHit[] } | { problem: string }> {
  const found = await resolveKnowledgeBase(run.knowledge, input.knowledge_base);
  if ('problem' in found) return found;
  const hits = await run.knowledge.search({
    query: input.query,
    mode: input.mode,
    topK: input.top_k,
    knowledgeBaseIds: [found.base.id],
    filter,
  });
  run.evidence.searchedKnowledgeBaseIds.add(found.base.id);
  run.evidence.corrected.push(...hits.flatMap((hit) => hit.corrected ?? []));
  return { hits };
}

/** Adds the hits of a tool to the evidence. Returns how many were new. */
export function addHits(
  run: RetrievalRun,
  hits: readonly SearchHit[],
  { tool, query, withText }: { tool: string; query: string; withText: boolean },
): number {
  const scale = relativeScores({ hits, query, question: run.question });
  return run.evidence.add(
    hits.map((hit) => ({
      chunk: chunkOfHit(hit, withText),
      score: scale(hit.score),
      hop: 0,
      via: `${tool}: ${query}`,
    })),
  );
}
