import type { ScopedKnowledge } from '../agentic/scoped-knowledge.js';
import type { Chunk, Item } from '../knowledge/index.js';

const AT_ONCE = 100;
/** About 1.4 million tokens. The result says what was not read. */
const MOST_PARTS = 3_000;

export interface WholePart {
  item: Item;
  chunk: Chunk;
}

/** KB-13: every chunk of these items, in order, and the total number of chunks. */
export async function readParts(options: {
  knowledge: ScopedKnowledge;
  items: readonly Item[];
  mostParts?: number | undefined;
  signal: AbortSignal;
  onProgress?: (read: number, total: number) => void;
}): Promise<{ parts: WholePart[]; total: number }> {
  const { knowledge, items, signal } = options;
  const most = options.mostParts ?? MOST_PARTS;
  const total = items.reduce((sum, item) => sum + item.chunks, 0);
  const parts: WholePart[] = [];
  for (const item of items) {
    for (let from = 0; from < item.chunks && parts.length < most && !signal.aborted; from += AT_ONCE) {
      const to = from + Math.min(AT_ONCE, most - parts.length) - 1;
      const chunks = await knowledge.readChunks(item.id, { from, to });
      parts.push(...chunks.map((chunk) => ({ item, chunk })));
      options.onProgress?.(parts.length, total);
      if (chunks.length === 0) break;
    }
  }
  return { parts, total };
}
