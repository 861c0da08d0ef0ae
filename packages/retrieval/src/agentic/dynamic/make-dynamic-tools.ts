import type { Evidence } from '../evidence.js';
import type { ScopedKnowledge } from '../scoped-knowledge.js';
import type { DynamicToolRecord } from './dynamic-tool-record.js';
import { dynamicToolName } from './dynamic-tool-name.js';

export const MOST_DYNAMIC_TOOLS = 8;
const LIFETIME_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

/**
 * Makes tools for the most promising items that were not read in full: one that reads on, and one that reads a page if
 * the item has pages.
 */
export async function makeDynamicTools(options: {
  evidence: Evidence;
  knowledge: ScopedKnowledge;
  conversationId: string;
  ownerId: string;
  now: number;
}): Promise<DynamicToolRecord[]> {
  const { evidence, knowledge, now } = options;
  const best = new Map<string, number>();
  for (const entry of evidence.ranked()) {
    if (!best.has(entry.chunk.itemId)) best.set(entry.chunk.itemId, entry.score);
  }
  const expiresAt = new Date(now + LIFETIME_MILLISECONDS).toISOString();
  const records: DynamicToolRecord[] = [];
  for (const [itemId, promise] of best) {
    if (records.length >= MOST_DYNAMIC_TOOLS) break;
    const item = await knowledge.getItem(itemId);
    if (!item) continue;
    evidence.itemSizes.set(itemId, item.chunks);
    const read = evidence.chunksOf(itemId).filter((entry) => entry.chunk.text !== null).length;
    if (item.chunks <= read) continue;
    const shared = {
      itemId,
      title: item.title,
      conversationId: options.conversationId,
      ownerId: options.ownerId,
      expiresAt,
      promise,
    };
    records.push({
      ...shared,
      kind: 'more',
      size: item.chunks,
      name: dynamicToolName({ kind: 'more', itemId, title: item.title }),
    });
    if (item.pages !== null && item.pages > 1 && records.length < MOST_DYNAMIC_TOOLS) {
      records.push({
        ...shared,
        kind: 'page',
        size: item.pages,
        name: dynamicToolName({ kind: 'page', itemId, title: item.title }),
      });
    }
  }
  return records;
}
