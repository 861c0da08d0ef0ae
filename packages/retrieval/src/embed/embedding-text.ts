/** The parts of a chunk that are embedded. */
export interface EmbeddableChunk {
  title: string;
  headingPath: readonly string[];
  /** Text that belongs to the chunk but is not in it, such as a table's header row. */
  context?: string | null;
  text: string;
}

/** Title, headings and context of a chunk, each once. A heading that the chunk's text starts with is not repeated. */
export function chunkHeadings(chunk: EmbeddableChunk): string[] {
  const headings: string[] = [];
  for (const part of [chunk.title, ...chunk.headingPath, chunk.context ?? '']) {
    const clean = part.trim();
    if (clean && !headings.includes(clean) && !chunk.text.startsWith(clean)) headings.push(clean);
  }
  return headings;
}

/** A chunk says too little alone, so its document's title and headings come first (KB-2). */
export function embeddingText(chunk: EmbeddableChunk): string {
  return [...chunkHeadings(chunk), chunk.text].join('\n');
}
