import type { Evidence } from '../evidence.js';
import type { ScopedKnowledge } from '../scoped-knowledge.js';
import { HOP_WEIGHTS, type HopCandidate } from './hop.js';
import { rarity } from './rarity.js';

const PER_NAME = 3;

/** Items that the question names. They join the evidence even if no search finds them. */
export async function namedItems(options: {
  question: string;
  evidence: Evidence;
  knowledge: ScopedKnowledge;
  totalChunks: number;
}): Promise<HopCandidate[]> {
  const { evidence } = options;
  const named = await options.knowledge.itemsNamedIn(options.question);
  const byMention = new Map<string, typeof named>();
  for (const item of named) byMention.set(item.mention, [...(byMention.get(item.mention) ?? []), item]);
  const own = (itemId: string) => Math.max(0, ...evidence.chunksOf(itemId).map((entry) => entry.score));
  return [...byMention].flatMap(([mention, items]) => {
    const rare = rarity(items[0]?.chunksMentioning ?? 1, options.totalChunks);
    const words = mention.trim().split(/\s+/u).length;
    const strength = (words > 1 ? 1 : 0.55 + 0.3 * rare) * (0.75 + 0.25 * rare);
    return items
      .toSorted((left, right) => own(right.itemId) - own(left.itemId))
      .slice(0, PER_NAME)
      .map((item, place) => ({
        itemId: item.itemId,
        chunk: null,
        score: (place === 0 ? 1 : 0.75) * strength + HOP_WEIGHTS.own * Math.min(1, own(item.itemId)),
        hop: 0,
        via: `named in the question: ${mention}`,
      }));
  });
}
