import type { RetrievedChunk } from '@ibid/core';
import { z } from 'zod';
import { chunkOf } from '../evidence.js';
import type { ScopedKnowledge } from '../scoped-knowledge.js';
import type { DynamicToolRecord } from './dynamic-tool-record.js';

const MOST_CHUNKS = 10;

export function dynamicToolSchema(record: DynamicToolRecord) {
  if (record.kind === 'page') {
    return z.object({
      page: z.int().min(1).max(Math.max(1, record.size)).describe(`Page, from 1 to ${record.size}.`),
    });
  }
  return z.object({
    from: z.int().min(1).max(Math.max(1, record.size)).describe(`First chunk, from 1 to ${record.size}.`),
    count: z.int().min(1).max(MOST_CHUNKS).default(4).describe(`How many chunks, at most ${MOST_CHUNKS}.`),
  });
}

export function dynamicToolDescription(record: DynamicToolRecord): string {
  return record.kind === 'page'
    ? `Reads one page of “${record.title}” (${record.size} pages).`
    : `Reads further chunks of “${record.title}” (${record.size} chunks).`;
}

/** Empty if the item is gone, hidden from the viewer, or outside the current scope. */
export async function readByRecord(
  record: DynamicToolRecord,
  input: { page?: number | undefined; from?: number | undefined; count?: number | undefined },
  knowledge: ScopedKnowledge,
): Promise<RetrievedChunk[]> {
  const item = await knowledge.getItem(record.itemId);
  if (!item) return [];
  const from = (input.from ?? 1) - 1;
  const chunks =
    record.kind === 'page'
      ? await knowledge.readPage(record.itemId, input.page ?? 1)
      : await knowledge.readChunks(record.itemId, { from, to: from + (input.count ?? 4) - 1 });
  return chunks.map((chunk) => chunkOf(chunk, item));
}
