import { defineTool, type Tool } from '@ibid/core';
import type { ScopedKnowledge } from '../scoped-knowledge.js';
import type { DynamicToolRecord } from './dynamic-tool-record.js';
import { reachableRecords } from './reachable-records.js';
import { dynamicToolDescription, dynamicToolSchema, readByRecord } from './read-by-record.js';

/** Turns stored dynamic tools into tools of a later turn, with that turn's access rights and scope. */
export async function conversationTools(options: {
  records: readonly DynamicToolRecord[];
  knowledge: ScopedKnowledge;
}): Promise<Tool[]> {
  return (await reachableRecords(options)).map((record) =>
    defineTool({
      name: record.name,
      title: `Read on in ${record.title}`,
      description: dynamicToolDescription(record),
      inputSchema: dynamicToolSchema(record),
      isSearch: true,
      // Six of these tools take a quarter of a window of 2,048 tokens, and a search can find the same passages.
      inSmallWindows: false,
      execute: async (input) => {
        const chunks = await readByRecord(record, input, options.knowledge);
        return chunks.length > 0
          ? { text: '', chunks: chunks.map((chunk, index) => ({ ...chunk, score: 1 / (index + 1) })) }
          : { text: 'There is nothing more to read there.', isError: true };
      },
    }),
  );
}
