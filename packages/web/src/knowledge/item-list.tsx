import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { basesKey, useItems } from '../api/library.js';
import { formatDay } from '../lib/format-day.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { TextField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { SkeletonRows } from '../ui/skeleton.js';

const REFRESH_MILLISECONDS = 2_000;

export function ItemList({ baseId, isFilling }: { baseId: string; isFilling: boolean }) {
  const [query, setQuery] = useState('');
  const items = useItems(baseId, useDeferredValue(query.trim()));
  useRefreshWhile(isFilling, baseId);
  const rows = items.data?.pages.flatMap((page) => page.rows) ?? [];
  const nothing = items.isSuccess && rows.length === 0;
  if (nothing && query === '') {
    return (
      <EmptyState icon={<FileText size={28} />} title={texts.knowledge.noItems}>
        {isFilling ? texts.knowledge.itemsComing : texts.knowledge.noItemsHint}
      </EmptyState>
    );
  }
  return (
    <section className="flex flex-col gap-3">
      <TextField
        hideLabel
        type="search"
        label={texts.knowledge.searchItems}
        placeholder={texts.knowledge.searchItems}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {items.isPending ? <SkeletonRows rows={6} className="h-10" /> : null}
      {items.isError ? <Notice tone="error">{messageOf(items.error)}</Notice> : null}
      {nothing ? <p className="text-sm text-soft">{texts.knowledge.noMatchingItems}</p> : null}
      <ul className="flex flex-col">
        {rows.map((item) => (
          <li key={item.id} className="border-b last:border-b-0">
            <Link
              to="/items/$itemId"
              params={{ itemId: item.id }}
              className="flex items-center gap-3 rounded-lg px-2 py-2.5 hover:bg-panel"
            >
              <FileText size={16} className="shrink-0 text-accent" />
              <span className="min-w-0 flex-1">
                <bdi className="block truncate font-serif">{item.title}</bdi>
                <bdi className="block truncate text-xs text-soft">{item.name}</bdi>
              </span>
              <span className="text-end text-xs whitespace-nowrap text-soft">
                {[
                  ...(item.pages === null ? [] : [texts.knowledge.pages(item.pages)]),
                  formatDay(item.updatedAt),
                ].join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {items.hasNextPage ? (
        <Button
          className="self-center"
          disabled={items.isFetchingNextPage}
          onClick={() => void items.fetchNextPage()}
        >
          {texts.common.loadMore}
        </Button>
      ) : null}
    </section>
  );
}

/** Lists documents as soon as they are read, not only when the last one is. */
function useRefreshWhile(isFilling: boolean, baseId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isFilling) return;
    const timer = setInterval(() => {
      void client.invalidateQueries({ queryKey: ['items', baseId] });
      void client.invalidateQueries({ queryKey: basesKey });
    }, REFRESH_MILLISECONDS);
    return () => clearInterval(timer);
  }, [client, isFilling, baseId]);
}
