import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { z } from 'zod';
import type { DynamicToolRecord } from './dynamic/dynamic-tool-record.js';
import { MOST_DYNAMIC_TOOLS } from './dynamic/make-dynamic-tools.js';
import { dynamicToolDescription, dynamicToolSchema, readByRecord } from './dynamic/read-by-record.js';
import type { RetrievalTool } from './retrieval-tool.js';
import type { Strategy } from './strategy.js';
import { RETRIEVAL_TOOLS } from './tools/index.js';

export interface OfferedRetrievalTools {
  definitions: LanguageModelV4FunctionTool[];
  byName: ReadonlyMap<string, RetrievalTool>;
}

/** The strategy's tools, plus the dynamic tools if the strategy searches content. */
export function toolsOfStrategy(
  strategy: Strategy,
  records: readonly DynamicToolRecord[],
): OfferedRetrievalTools {
  const reads = strategy.tools.includes('search_content') ? records.slice(0, MOST_DYNAMIC_TOOLS) : [];
  const tools: RetrievalTool[] = [
    ...strategy.tools.map((name) => RETRIEVAL_TOOLS[name]),
    ...reads.map(readingTool),
  ];
  return {
    definitions: tools.map((tool) => ({
      type: 'function',
      name: tool.name,
      description: tool.description,
      inputSchema: z.toJSONSchema(tool.inputSchema, {
        io: 'input',
      }) as LanguageModelV4FunctionTool['inputSchema'],
    })),
    byName: new Map(tools.map((tool) => [tool.name, tool])),
  };
}

function readingTool(record: DynamicToolRecord): RetrievalTool {
  return {
    name: record.name,
    description: dynamicToolDescription(record),
    inputSchema: dynamicToolSchema(record),
    execute: async (input, run) => {
      const chunks = await readByRecord(
        record,
        input as { page?: number; from?: number; count?: number },
        run.knowledge,
      );
      const parent = run.evidence
        .chunksOf(record.itemId)
        .reduce((best, entry) => Math.max(best, entry.score), 0);
      const added = run.evidence.add(
        chunks.map((chunk) => ({ chunk, score: parent * 0.8, hop: 0, via: record.name })),
      );
      const text = chunks.map((chunk) => `chunk ${chunk.ordinal ?? 0}\n${chunk.text ?? ''}`).join('\n\n');
      return { text: text || 'There is nothing more to read there.', added };
    },
  };
}
