import type { KnowledgeBase } from '../knowledge/index.js';
import type { Evidence } from './evidence.js';

const PROMISING_SHARE = 0.85;

/**
 * AGR-5: why the agent may not finish yet, or null. Every suggested base must have been searched, and a long item that
 * scores close to the best must have been read in more than one place.
 */
export function missingCoverage(options: {
  evidence: Evidence;
  suggested: readonly KnowledgeBase[];
  /** Items already pointed out. Each is pointed out only once. */
  pointedOut: Set<string>;
}): string | null {
  const { evidence, pointedOut } = options;
  const unsearched = options.suggested.filter(
    (base) => base.chunks > 0 && !evidence.searchedKnowledgeBaseIds.has(base.id),
  );
  if (unsearched.length > 0) {
    return `not searched yet: ${unsearched.map((base) => `${base.name} (${base.id})`).join(', ')}`;
  }
  const ranked = evidence.ranked();
  const best = ranked[0];
  if (!best) return null;
  for (const entry of ranked.slice(0, 5)) {
    const { itemId, title } = entry.chunk;
    const size = evidence.itemSizes.get(itemId) ?? 1;
    const read = evidence.chunksOf(itemId).filter((known) => known.chunk.text !== null).length;
    if (entry.score >= best.score * PROMISING_SHARE && read < 2 && size > 2 && !pointedOut.has(itemId)) {
      pointedOut.add(itemId);
      return `read only in one place: ${title} (item ${itemId}, ${size} chunks)`;
    }
  }
  return null;
}
