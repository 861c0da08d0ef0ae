/** What an embedder is given for a chunk. */
export interface EmbeddableChunk {
  title: string;
  headingPath: readonly string[];
  /** Words that belong to the chunk without being in it, e.g. a table's header row. */
  context?: string | null;
  text: string;
}

/**
 * A chunk says too little alone: its document's title and headings stand before it, each once (KB-2). A chunk that
 * begins with its own heading is not told it again.
 */
export function embeddingText(chunk: EmbeddableChunk): string {
  const parts: string[] = [];
  for (const part of [chunk.title, ...chunk.headingPath, chunk.context ?? '']) {
    const clean = part.trim();
    if (clean && !parts.includes(clean) && !chunk.text.startsWith(clean)) parts.push(clean);
  }
  parts.push(chunk.text);
  return parts.join('\n');
}
