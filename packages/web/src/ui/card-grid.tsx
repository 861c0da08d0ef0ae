import type { ReactNode } from 'react';

/** Cards for things with a name and a description. The caller provides the link, where routes are typed. */
export function CardGrid<Row extends { id: string; name: string; description: string }>(props: {
  rows: Row[];
  icon: ReactNode;
  facts: (row: Row) => string;
  link: (row: Row, content: ReactNode, className: string) => ReactNode;
}) {
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {props.rows.map((row) => (
        <li key={row.id}>
          {props.link(
            row,
            <>
              <span className="flex items-center gap-2">
                <span className="shrink-0 text-accent">{props.icon}</span>
                <bdi className="min-w-0 truncate font-serif text-lg">{row.name}</bdi>
              </span>
              {row.description === '' ? null : (
                <span className="line-clamp-2 text-sm break-words text-soft">{row.description}</span>
              )}
              <span className="mt-auto pt-2 text-xs text-soft">{props.facts(row)}</span>
            </>,
            'flex h-full flex-col gap-1 rounded-xl border bg-raised p-4 hover:border-line-strong',
          )}
        </li>
      ))}
    </ul>
  );
}
