import { useEffect, useRef, useState } from 'react';
import { useChunks } from '../api/items.js';
import type { ItemRow } from '../api/items.js';
import { Pager } from '../panel/pager.js';
import { texts } from '../texts/texts.js';
import { QueryState } from '../ui/query-state.js';

const perPage = 20;

/** The item as search sees it: its chunks in order, each with heading path, page and size. */
export function ChunkList({ item, chunk }: { item: ItemRow; chunk: number | null }) {
  const [page, setPage] = useState(chunk === null ? 1 : Math.floor(chunk / perPage) + 1);
  const from = (page - 1) * perPage;
  const chunks = useChunks(item.id, { from, to: from + perPage - 1 });
  const target = useRef<HTMLLIElement>(null);
  const loaded = chunks.isSuccess;
  useEffect(() => {
    if (loaded) target.current?.scrollIntoView({ block: 'center' });
  }, [loaded]);
  return (
    <QueryState query={chunks}>
      {({ rows }) => (
        <>
          <ol className="flex flex-col gap-3">
            {rows.map((entry) => (
              <li
                key={entry.id}
                ref={entry.ordinal === chunk ? target : null}
                className={`rounded-xl border p-4 ${entry.ordinal === chunk ? 'border-accent bg-accent-soft/40' : 'bg-raised'}`}
              >
                <p className="mb-1.5 flex flex-wrap gap-x-3 text-xs text-soft">
                  <span className="font-semibold text-accent">{texts.knowledge.chunk(entry.ordinal)}</span>
                  {entry.headingPath.length === 0 ? null : (
                    <span className="min-w-0 truncate">{entry.headingPath.join(' › ')}</span>
                  )}
                  {entry.page === null ? null : <span>{texts.panel.page(entry.page)}</span>}
                  <span className="ms-auto">{texts.common.tokens(entry.tokens)}</span>
                </p>
                <p
                  className="font-serif text-[0.95rem] whitespace-pre-wrap [overflow-wrap:anywhere]"
                  dir="auto"
                >
                  {entry.text}
                </p>
              </li>
            ))}
          </ol>
          <Pager page={page} pages={Math.max(1, Math.ceil(item.chunks / perPage))} onPage={setPage} />
        </>
      )}
    </QueryState>
  );
}
