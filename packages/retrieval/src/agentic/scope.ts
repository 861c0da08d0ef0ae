import { IbidError } from '@ibid/core';

/** AGR-7: what a search may touch. Null: everything the viewer may see. */
export interface RetrievalScope {
  knowledgeBaseIds: readonly string[];
  itemIds: readonly string[];
}

/** Parses preselections: `kb` for a whole knowledge base, `kb/item` for one item. */
export function parseScope(preselected: readonly string[]): RetrievalScope | null {
  if (preselected.length === 0) return null;
  const knowledgeBaseIds: string[] = [];
  const itemIds: string[] = [];
  for (const entry of preselected) {
    const [knowledgeBaseId, itemId, ...rest] = entry.split('/');
    if (!knowledgeBaseId || itemId === '' || rest.length > 0) throw new InvalidScope(entry);
    if (itemId === undefined) knowledgeBaseIds.push(knowledgeBaseId);
    else itemIds.push(itemId);
  }
  return { knowledgeBaseIds, itemIds };
}

/** The intersection: confirmed knowledge bases narrow a preselection. */
export function narrowScope(
  scope: RetrievalScope | null,
  knowledgeBaseIds: readonly string[] | null,
): RetrievalScope | null {
  if (knowledgeBaseIds === null) return scope;
  if (scope === null) return { knowledgeBaseIds, itemIds: [] };
  return {
    knowledgeBaseIds: scope.knowledgeBaseIds.filter((id) => knowledgeBaseIds.includes(id)),
    itemIds: scope.itemIds,
  };
}

export class InvalidScope extends IbidError {
  readonly code = 'invalid_scope';

  constructor(entry: string) {
    super(
      `"${entry}" is not a preselection. Write KNOWLEDGE_BASE for all of it, or KNOWLEDGE_BASE/ITEM for one item.`,
    );
  }
}
