import { chunkOf, chunkOfHit, type Evidence, type EvidenceEntry } from '../evidence.js';
import type { ScopedKnowledge } from '../scoped-knowledge.js';
import { bridgedItems } from './bridged-items.js';
import { HOP_WEIGHTS, type Hop, type HopCandidate } from './hop.js';
import { linkedItems } from './linked-items.js';
import { namedItems } from './named-items.js';
import { QuestionWords } from './question-words.js';

const MOST_ADDED = 20;

/**
 * AGR-5: the second hop, without a model call. It finds items the question names, items the best chunks mention, and
 * chunks that share a rare name with them. All are scored on the scale of the first search and join the evidence.
 */
export async function followHops(options: {
  question: string;
  evidence: Evidence;
  knowledge: ScopedKnowledge;
  totalChunks: number;
  /** Chunks followed in earlier steps. This step adds its own. */
  followed: Set<string>;
  signal: AbortSignal;
}): Promise<Hop[]> {
  const { question, evidence, knowledge, totalChunks, followed, signal } = options;
  const named = await namedItems({ question, evidence, knowledge, totalChunks });
  const added = await join({ question, candidates: named, evidence, knowledge });
  const words = new QuestionWords(question, evidence);
  const parents = bestOfEachItem(evidence)
    .slice(0, HOP_WEIGHTS.parents)
    .filter((entry) => !followed.has(entry.chunk.chunkId));
  for (const parent of parents) followed.add(parent.chunk.chunkId);
  const [linked, bridged] = await Promise.all([
    linkedItems({ question, parents, words, knowledge, totalChunks }),
    bridgedItems({ question, parents, words, knowledge, totalChunks, signal }),
  ]);
  const isNamed = new Set(named.map((candidate) => candidate.itemId));
  const others = [...linked, ...bridged].filter((candidate) => !isNamed.has(candidate.itemId));
  return [...added, ...(await join({ question, candidates: others, evidence, knowledge }))];
}

function bestOfEachItem(evidence: Evidence): EvidenceEntry[] {
  const seen = new Set<string>();
  return evidence.ranked().filter((entry) => {
    if (seen.has(entry.chunk.itemId) || entry.chunk.text === null) return false;
    seen.add(entry.chunk.itemId);
    return true;
  });
}

/** Adds the best candidates to the evidence, each with its best chunk for the question. */
async function join(options: {
  question: string;
  candidates: readonly HopCandidate[];
  evidence: Evidence;
  knowledge: ScopedKnowledge;
}): Promise<Hop[]> {
  const { evidence, knowledge, question } = options;
  const best = new Map<string, HopCandidate>();
  for (const candidate of options.candidates) {
    const key = candidate.chunk?.chunkId ?? candidate.itemId;
    const known = best.get(key);
    if (!known || candidate.score > known.score) best.set(key, candidate);
  }
  const chosen = [...best.values()].toSorted((left, right) => right.score - left.score).slice(0, MOST_ADDED);
  const open = chosen.filter((candidate) => candidate.chunk === null).map((candidate) => candidate.itemId);
  const hits =
    open.length > 0
      ? await knowledge.search({
          query: question,
          mode: 'hybrid',
          topK: open.length * 4,
          filter: { itemIds: open },
        })
      : [];
  const hops: Hop[] = [];
  for (const candidate of chosen) {
    const chunk =
      candidate.chunk ??
      evidence.chunksOf(candidate.itemId).toSorted((left, right) => right.score - left.score)[0]?.chunk ??
      hits.filter((hit) => hit.itemId === candidate.itemId).map((hit) => chunkOfHit(hit))[0] ??
      (await openingOf(candidate.itemId, knowledge));
    if (!chunk) continue;
    // A named item's score already includes its own rank.
    const own = candidate.hop === 0 ? 0 : HOP_WEIGHTS.own * Math.min(1, evidence.scoreOf(chunk.chunkId));
    const isNew = !evidence.has(chunk.chunkId);
    const { hop, via } = candidate;
    evidence.add([{ chunk, score: candidate.score + own, hop, via, isHop: true }]);
    if (isNew) hops.push({ itemId: chunk.itemId, title: chunk.title, via: candidate.via });
  }
  return hops;
}

async function openingOf(itemId: string, knowledge: ScopedKnowledge) {
  const item = await knowledge.getItem(itemId);
  const [first] = item ? await knowledge.readChunks(itemId, { from: 0, to: 0 }) : [];
  return item && first ? chunkOf(first, item) : null;
}
