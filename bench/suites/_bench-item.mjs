/** An item of synthetic text in the writer's format: a chunk for each text, with its vector. */
export function benchItem({ knowledgeBaseId, title, name, texts, vectors, metadata = {} }) {
  let start = 0;
  return {
    item: {
      knowledgeBaseId,
      title,
      name,
      externalId: name,
      url: null,
      mediaType: 'text/plain',
      language: 'en',
      metadata,
      contentHash: '',
      pipeline: '',
      characters: 0,
      tokens: 0,
      pages: null,
      access: null,
    },
    text: texts.join('\n'),
    chunks: texts.map((text, ordinal) => {
      const span = { start, end: start + text.length };
      start = span.end + 1;
      return { ordinal, text, headingPath: [], page: null, span, tokens: 0, context: null };
    }),
    vectors,
    embedderId: 'bench',
  };
}
