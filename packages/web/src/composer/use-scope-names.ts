import { useQueries } from '@tanstack/react-query';
import { itemQuery } from '../api/items.js';
import { useKnowledgeBases } from '../api/library.js';
import { texts } from '../texts/texts.js';

/** Names for a scope, each requested with the reader's rights; deleted or hidden ones say so. */
export function useScopeNames(scope: readonly string[]): string[] {
  const bases = useKnowledgeBases();
  const items = useQueries({ queries: scope.map((value) => itemQuery(value.split('/')[1] ?? null)) });
  return scope.map((value, position) => {
    const [baseId, itemId] = value.split('/');
    const asked = itemId === undefined ? bases : items[position];
    const name =
      itemId === undefined
        ? bases.data?.rows.find((base) => base.id === baseId)?.name
        : items[position]?.data?.title;
    return name ?? (asked?.isPending ? texts.common.loading : texts.composer.scopeGone);
  });
}
