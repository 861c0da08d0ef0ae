import type { Viewer } from '@ibid/retrieval';
import { NotFound } from '../errors/index.js';
import type { KnowledgeAccess } from '../services.js';

/**
 * Throws if a request names a knowledge base, or an item of one, that does not exist or that the user may not see: the
 * same for both. Without this, a mistyped id looks as if nothing was found.
 */
export async function requireKnowledge(
  { knowledge }: Pick<KnowledgeAccess, 'knowledge'>,
  viewer: Viewer,
  scope: readonly string[],
): Promise<void> {
  if (scope.length === 0) return;
  const bases = await knowledge.reader.listKnowledgeBases(viewer);
  const known = new Set(bases.map(({ id }) => id));
  for (const entry of scope) {
    const [baseId = '', itemId] = entry.split('/');
    if (!known.has(baseId))
      throw new NotFound(
        `There is no knowledge base with the id “${baseId}”, or you do not have access to it.`,
        'knowledge_base_not_found',
      );
    if (itemId === undefined) continue;
    const item = await knowledge.reader.getItem(viewer, itemId);
    if (item?.knowledgeBaseId !== baseId)
      throw new NotFound(
        `There is no document with the id “${itemId}” in this knowledge base, or you do not have access to it.`,
        'item_not_found',
      );
  }
}
