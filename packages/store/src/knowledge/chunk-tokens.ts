import { analyseText, chunkHeadings } from '@ibid/retrieval/internal';
import type { PutItemRequest } from '@ibid/retrieval/internal';
import { giveWay } from '../database/give-way.js';
import type { IndexedChunk } from './search-index.js';

export type ChunkTokens = Pick<IndexedChunk, 'heading' | 'body'>;

/** The tokens of each chunk of an item, as indexed. */
export async function indexedTokens(request: PutItemRequest): Promise<ChunkTokens[]> {
  const { title, language } = request.item;
  const tokens: ChunkTokens[] = [];
  // The first word loads the rules of its language, which takes as long as many chunks. Yield before it.
  await giveWay();
  analyseText({ text: 'aB', language });
  await giveWay();
  for (const chunk of request.chunks) {
    tokens.push(chunkTokens({ title, language, ...chunk }));
    await giveWay();
  }
  return tokens;
}

export function chunkTokens(chunk: {
  title: string;
  language: string | null;
  headingPath: readonly string[];
  text: string;
  context: string | null;
}): ChunkTokens {
  const { language } = chunk;
  return {
    heading: analyseText({ text: chunkHeadings(chunk).join('\n'), language }),
    body: analyseText({ text: chunk.text, language }),
  };
}

/** Tokens that find an item in a search by name. */
export function nameTokens(title: string, name: string, language: string | null): string[] {
  return analyseText({ text: `${title}\n${name}`, language });
}
