import type { ScopedKnowledge } from '../scoped-knowledge.js';
import type { DynamicToolRecord } from './dynamic-tool-record.js';

/** Records whose item may still be seen: the title in a tool's description is a name like any other (KB-5). */
export async function reachableRecords(options: {
  records: readonly DynamicToolRecord[];
  knowledge: ScopedKnowledge;
}): Promise<DynamicToolRecord[]> {
  const items = await Promise.all(options.records.map(({ itemId }) => options.knowledge.getItem(itemId)));
  return options.records.filter((_, place) => items[place] !== null);
}
