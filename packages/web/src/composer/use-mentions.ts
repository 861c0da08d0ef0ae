import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { fetchItems, useKnowledgeBases } from '../api/library.js';
import { texts } from '../texts/texts.js';

/** One entry of the scope, `kb` or `kb/item`, with a label. */
export interface ScopeEntry {
  value: string;
  label: string;
  hint: string;
}

const mostBases = 6;
const itemsPerBase = 5;

/** Knowledge bases and items whose name matches the text after the `@`. */
export function useMentions(query: string | null): ScopeEntry[] {
  const bases = useKnowledgeBases();
  const wanted = useDeferredValue(query?.trim().toLowerCase() ?? '');
  const visible = (bases.data?.rows ?? []).filter((base) => base.kind !== 'conversation');
  const items = useQuery({
    queryKey: ['mention-items', wanted, visible.map((base) => base.id)],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        visible.slice(0, mostBases).map(async (base) => ({
          base,
          page: await fetchItems(base.id, { query: wanted, limit: itemsPerBase }, signal),
        })),
      );
      return pages.flatMap(({ base, page }) =>
        page.rows.map((item) => ({ value: `${base.id}/${item.id}`, label: item.title, hint: base.name })),
      );
    },
    enabled: query !== null && wanted !== '' && visible.length > 0,
    placeholderData: (before) => before,
  });
  if (query === null) return [];
  const matching = visible
    .filter((base) => base.name.toLowerCase().includes(wanted))
    .map((base) => ({ value: base.id, label: base.name, hint: texts.composer.mentionAll(base.items) }));
  return [...matching, ...(wanted === '' ? [] : (items.data ?? []))].slice(0, 12);
}
