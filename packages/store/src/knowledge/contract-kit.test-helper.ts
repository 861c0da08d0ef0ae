import type { AccessRule, Embedder, NewChunk, PutItemRequest, Viewer } from '@ibid/retrieval/internal';
import { embeddingText, unitVector } from '@ibid/retrieval/internal';

export const administrator: Viewer = { userId: 'root', roles: [], isAdministrator: true };
export const viewerOf = (userId: string, ...roles: string[]): Viewer => ({
  userId,
  roles,
  isAdministrator: false,
});

export function accessOf(ownerId: string, visibility: AccessRule['visibility'] = 'private'): AccessRule {
  return { visibility, ownerId, sharedWithUsers: [], sharedWithRoles: [] };
}

/** A vector per text from its words: texts that share words are near. Realistic enough for ranking, and fast. */
export const wordEmbedder: Embedder = {
  id: 'test-words',
  dimensions: 64,
  maxTokens: 512,
  languages: null,
  async embed(texts) {
    return texts.map((text) => {
      const vector = new Float32Array(64);
      for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
        let hash = 7;
        for (const character of word) hash = (hash * 31 + character.codePointAt(0)!) % 65_521;
        vector[hash % 64]! += 1;
        vector[(hash >> 3) % 64]! += 0.5;
      }
      return unitVector(vector);
    });
  },
};

/** A put request with the given paragraphs as chunks. */
export async function itemOf(options: {
  knowledgeBaseId: string;
  title: string;
  paragraphs: readonly string[];
  name?: string;
  externalId?: string | null;
  url?: string | null;
  language?: string | null;
  metadata?: PutItemRequest['item']['metadata'];
  access?: AccessRule | null;
  headingPath?: string[];
  embedder?: Embedder | null;
}): Promise<PutItemRequest> {
  const text = options.paragraphs.join('\n\n');
  let start = 0;
  const chunks: NewChunk[] = options.paragraphs.map((paragraph, ordinal) => {
    const span = { start, end: start + paragraph.length };
    start = span.end + 2;
    return {
      ordinal,
      text: paragraph,
      headingPath: options.headingPath ?? [],
      page: ordinal + 1,
      span,
      tokens: paragraph.split(' ').length,
      context: null,
    };
  });
  const embedder = options.embedder === undefined ? wordEmbedder : options.embedder;
  const vectors = embedder
    ? await embedder.embed(
        chunks.map((chunk) => embeddingText({ ...chunk, title: options.title })),
        'document',
      )
    : null;
  return {
    item: {
      knowledgeBaseId: options.knowledgeBaseId,
      title: options.title,
      name: options.name ?? `${options.title}.txt`,
      externalId: options.externalId ?? null,
      url: options.url ?? null,
      mediaType: 'text/plain',
      language: options.language === undefined ? 'en' : options.language,
      metadata: options.metadata ?? {},
      contentHash: `sha256:${text.length}`,
      pipeline: 'test',
      characters: text.length,
      tokens: text.split(' ').length,
      pages: options.paragraphs.length,
      access: options.access ?? null,
    },
    text,
    chunks,
    vectors,
    embedderId: vectors && embedder ? embedder.id : null,
  };
}
