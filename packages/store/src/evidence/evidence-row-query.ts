import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { EvidenceRowFilter } from './stored-evidence.js';

/** Matches the rows of a filter. Never matches by verdicts of withheld documents. */
export function condition({ verdict, columnId }: EvidenceRowFilter): RawBuilder<unknown> {
  if (verdict === undefined) return sql``;
  const matches =
    verdict === 'edited'
      ? sql`f.edited_at is not null`
      : verdict === 'stale'
        ? sql`f.content_hash <> items.content_hash`
        : sql`${shownVerdict('f')} = ${verdict}`;
  const within = columnId === undefined ? sql`` : sql` and f.column_id = ${columnId}`;
  return sql` and items.id is not null and exists (select 1 from evidence_cells as f
    where f.row_id = r.id and ${matches}${within})`;
}

/** The edit's verdict if the cell was edited. */
export function shownVerdict(cells: 'c' | 'f'): RawBuilder<string | null> {
  const cell = sql.raw(cells);
  return sql`case when ${cell}.edited_at is null then ${cell}.verdict else ${cell}.edited_verdict end`;
}

/** Computed from the current version of the document. */
export function isDone(retryFailed: boolean): RawBuilder<boolean> {
  const failed = retryFailed ? sql` and c.verdict <> 'failed'` : sql``;
  return sql<boolean>`c.verdict is not null and c.content_hash = items.content_hash${failed}`;
}

export function sortJoin({ sort }: EvidenceRowFilter): RawBuilder<unknown> {
  if (sort === undefined || sort.by === 'document') return sql``;
  // Nothing is joined for withheld documents: the order of their rows would reveal how their values compare.
  return sql`left join evidence_cells as s on s.row_id = r.id and s.column_id = ${sort.by.columnId}
    and items.id is not null`;
}

/** Rows that are withheld or have nothing to sort by come last in either direction. */
export function order({ sort }: EvidenceRowFilter): RawBuilder<unknown> {
  const direction = sort?.isDescending ? sql.raw('desc') : sql.raw('asc');
  const withheld = sql`case when items.id is null then 1 else 0 end`;
  if (sort === undefined) return sql`r.position`;
  if (sort.by === 'document') return sql`${withheld}, lower(items.title) ${direction}, r.position`;
  return sql`${withheld}, case when s.sort_text is null then 1 else 0 end,
    case when s.sort_number is null then 1 else 0 end, s.sort_number ${direction}, s.sort_text ${direction}, r.position`;
}
