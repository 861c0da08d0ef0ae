import { detectLanguage, embeddingText } from '@ibid/retrieval/internal';
import type { AccessRule, Embedder, NewChunk } from '@ibid/retrieval/internal';
import type { Knowledge } from '@ibid/store/internal';
import type { EvalPassage } from './eval-dataset.js';

export interface EvalBase {
  /** The knowledge base of each group. */
  bases: ReadonlyMap<string, string>;
  /** The passage of each chunk. */
  passages: ReadonlyMap<string, string>;
}

const EVERYONE = {
  visibility: 'public',
  ownerId: 'eval',
  sharedWithUsers: [],
  sharedWithRoles: [],
} as const;

/** Adds the passages to knowledge bases as ingest does: items in order, one chunk per passage. */
export async function buildEvalBase(options: {
  knowledge: Knowledge;
  embedder: Embedder | null;
  passages: readonly EvalPassage[];
  log: (line: string) => void;
  /** Who may see the passages. Default: everyone. */
  access?: AccessRule;
}): Promise<EvalBase> {
  const { knowledge, embedder, log } = options;
  const bases = new Map<string, string>();
  const passages = new Map<string, string>();
  const items = new Map<string, EvalPassage[]>();
  for (const passage of options.passages) {
    const key = `${passage.group}\n${passage.itemId}`;
    items.set(key, [...(items.get(key) ?? []), passage]);
  }
  let done = 0;
  for (const parts of items.values()) {
    const [first] = parts;
    const { group, title, itemId } = first!;
    let base = bases.get(group);
    if (base === undefined) {
      base = (await knowledge.bases.create({ name: group, access: options.access ?? EVERYONE })).id;
      bases.set(group, base);
    }
    const text = parts.map((part) => part.text).join('\n');
    const chunks = chunksOf(parts);
    const vectors = embedder
      ? await embedder.embed(
          chunks.map((chunk) => embeddingText({ ...chunk, title })),
          'document',
        )
      : null;
    const put = await knowledge.writer.putItem({
      item: {
        knowledgeBaseId: base,
        title,
        name: itemId,
        externalId: itemId,
        url: null,
        mediaType: 'text/plain',
        language: detectLanguage(text),
        metadata: {},
        contentHash: itemId,
        pipeline: 'eval',
        characters: text.length,
        tokens: 0,
        pages: null,
        access: null,
      },
      text,
      chunks,
      vectors,
      embedderId: embedder?.id ?? null,
    });
    const viewer = { userId: options.access?.ownerId ?? 'eval', roles: [], isAdministrator: true };
    const stored = await knowledge.reader.readChunks(viewer, put.itemId, { from: 0, to: chunks.length });
    for (const chunk of stored) passages.set(chunk.id, parts[chunk.ordinal]!.id);
    done += 1;
    if (done % 2000 === 0) log(`  ${done} of ${items.size} items indexed`);
  }
  return { bases, passages };
}

function chunksOf(parts: readonly EvalPassage[]): NewChunk[] {
  let start = 0;
  return parts.map((part, ordinal) => {
    const span = { start, end: start + part.text.length };
    start = span.end + 1;
    return { ordinal, text: part.text, headingPath: [], page: null, span, tokens: 0, context: null };
  });
}
