import type { Evidence } from './evidence.js';
import { chunkOfHit } from './evidence.js';
import { namesInQuestion } from './names-in-question.js';
import type { ScopedKnowledge } from './scoped-knowledge.js';

export interface Hop {
  itemId: string;
  title: string;
  via: string;
}

const FOLLOWED_CHUNKS = 10;
const MOST_TARGETS = 60;
const KEPT = 12;

/**
 * AGR-5: items that the question names, and items that the best chunks link to (KB-7), ranked against the question.
 * Takes no model call.
 */
export async function followLinks(options: {
  question: string;
  evidence: Evidence;
  knowledge: ScopedKnowledge;
}): Promise<Hop[]> {
  const { question, evidence, knowledge } = options;
  const ranked = evidence.ranked();
  const targets = new Map<string, { via: string; parent: number; hop: number }>();

  const best = ranked[0]?.score ?? 1;
  for (const name of namesInQuestion(question)) {
    for (const item of await knowledge.searchItemsByName({ name, limit: 3 })) {
      if (bareTitle(item.title) === name.toLowerCase()) {
        targets.set(item.id, { via: `named in the question: ${name}`, parent: best, hop: 0 });
      }
    }
  }
  const sources = ranked.slice(0, FOLLOWED_CHUNKS);
  const byChunk = new Map(sources.map((entry) => [entry.chunk.chunkId, entry]));
  for (const link of await knowledge.linksFrom([...byChunk.keys()])) {
    const from = byChunk.get(link.fromChunkId);
    if (!from || targets.has(link.toItemId) || targets.size >= MOST_TARGETS) continue;
    targets.set(link.toItemId, {
      via: `link from ${from.chunk.title}`,
      parent: from.score,
      hop: from.hop + 1,
    });
  }
  for (const entry of sources) targets.delete(entry.chunk.itemId);
  if (targets.size === 0) return [];

  const hits = await knowledge.search({
    query: question,
    mode: 'hybrid',
    topK: Math.min(MOST_TARGETS, targets.size * 2),
    filter: { itemIds: [...targets.keys()] },
  });
  const found: Hop[] = [];
  const seen = new Set<string>();
  for (const hit of hits) {
    const target = targets.get(hit.itemId);
    if (!target || seen.has(hit.itemId) || found.length >= KEPT) continue;
    seen.add(hit.itemId);
    const score = hopScore({ own: hit.score, parent: target.parent, hop: target.hop });
    evidence.add([{ chunk: chunkOfHit(hit), score, hop: target.hop, via: target.via }]);
    found.push({ itemId: hit.itemId, title: hit.title, via: target.via });
  }
  return found;
}

/** A linked item inherits from what linked to it, and must itself have to do with the question. */
function hopScore({ own, parent, hop }: { own: number; parent: number; hop: number }): number {
  return hop === 0 ? Math.max(own, parent) : 0.6 * parent + 0.4 * own;
}

function bareTitle(title: string): string {
  return title.replace(/\s*\([^)]*\)$/u, '').toLowerCase();
}
