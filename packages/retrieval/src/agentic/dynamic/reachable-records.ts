import type { ScopedKnowledge } from '../scoped-knowledge.js';
import type { DynamicToolRecord } from './dynamic-tool-record.js';

/** Keeps the records whose item the viewer may still see: a tool's description contains the item's title (KB-5). */
export async function reachableRecords(options: {
  records: readonly DynamicToolRecord[];
  knowledge: ScopedKnowledge;
}): Promise<DynamicToolRecord[]> {
  const items = await Promise.all(options.records.map(({ itemId }) => options.knowledge.getItem(itemId)));
  return options.records.filter((_, place) => items[place] !== null);
}
