/** What an embedder is given for a chunk. */
export interface EmbeddableChunk {
  title: string;
  headingPath: readonly string[];
  /** Words that belong to the chunk without being in it, e.g. a table's header row. */
  context?: string | null;
  text: string;
}

/**
 * What is above a chunk and is not in it: title, headings and context, each once. A chunk that begins with its own
 * heading is not told it again.
 */
export function chunkHeadings(chunk: EmbeddableChunk): string[] {
  const headings: string[] = [];
  for (const part of [chunk.title, ...chunk.headingPath, chunk.context ?? '']) {
    const clean = part.trim();
    if (clean && !headings.includes(clean) && !chunk.text.startsWith(clean)) headings.push(clean);
  }
  return headings;
}

/** A chunk says too little alone: its document's title and headings come before it (KB-2). */
export function embeddingText(chunk: EmbeddableChunk): string {
  return [...chunkHeadings(chunk), chunk.text].join('\n');
}
