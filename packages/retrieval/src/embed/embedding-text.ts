/**
 * What an embedder is given for a chunk.
 *
 * ```ts
 * import type { EmbeddableChunk } from '@ibid/retrieval';
 *
 * const chunk: EmbeddableChunk = { title: 'Budget', headingPath: ['2026'], text: 'Approved on 4 May.' };
 * ```
 */
export interface EmbeddableChunk {
  title: string;
  headingPath: readonly string[];
  /** Words that belong to the chunk without being in it, e.g. a table's header row. */
  context?: string | null;
  text: string;
}

/**
 * What stands above a chunk and is not in it: title, headings and context, each once. A chunk that begins with its own
 * heading is not told it again.
 *
 * ```ts
 * import { chunkHeadings } from '@ibid/retrieval';
 *
 * console.log(chunkHeadings({ title: 'Tides', headingPath: ['Spring'], text: 'High water is at noon.' }));
 * ```
 */
export function chunkHeadings(chunk: EmbeddableChunk): string[] {
  const headings: string[] = [];
  for (const part of [chunk.title, ...chunk.headingPath, chunk.context ?? '']) {
    const clean = part.trim();
    if (clean && !headings.includes(clean) && !chunk.text.startsWith(clean)) headings.push(clean);
  }
  return headings;
}

/**
 * A chunk says too little alone: its document's title and headings stand before it (KB-2).
 *
 * ```ts
 * import { embeddingText } from '@ibid/retrieval';
 *
 * console.log(embeddingText({ title: 'Tides', headingPath: ['Spring'], text: 'High water is at noon.' }));
 * ```
 */
export function embeddingText(chunk: EmbeddableChunk): string {
  return [...chunkHeadings(chunk), chunk.text].join('\n');
}
