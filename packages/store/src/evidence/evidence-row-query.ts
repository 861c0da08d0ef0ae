import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { EvidenceRowFilter } from './stored-evidence.js';

/** Rows that a filter asks for; of a withheld document not even its verdicts are told. */
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

/** Of an edited cell, that of the edit. */
export function shownVerdict(cells: 'c' | 'f'): RawBuilder<string | null> {
  const cell = sql.raw(cells);
  return sql`case when ${cell}.edited_at is null then ${cell}.verdict else ${cell}.edited_verdict end`;
}

/** Computed from the document as it is now. */
export function isDone(retryFailed: boolean): RawBuilder<boolean> {
  const failed = retryFailed ? sql` and c.verdict <> 'failed'` : sql``;
  return sql<boolean>`c.verdict is not null and c.content_hash = items.content_hash${failed}`;
}

export function sortJoin({ sort }: EvidenceRowFilter): RawBuilder<unknown> {
  if (sort === undefined || sort.by === 'document') return sql``;
  // Of a withheld document nothing is joined: the order of such rows would tell which of their values is the larger.
  return sql`left join evidence_cells as s on s.row_id = r.id and s.column_id = ${sort.by.columnId}
    and items.id is not null`;
}

/** What is withheld, or has nothing to sort by, is at the end whichever way. */
export function order({ sort }: EvidenceRowFilter): RawBuilder<unknown> {
  const direction = sort?.isDescending ? sql.raw('desc') : sql.raw('asc');
  const withheld = sql`case when items.id is null then 1 else 0 end`;
  if (sort === undefined) return sql`r.position`;
  if (sort.by === 'document') return sql`${withheld}, lower(items.title) ${direction}, r.position`;
  return sql`${withheld}, case when s.sort_text is null then 1 else 0 end,
    case when s.sort_number is null then 1 else 0 end, s.sort_number ${direction}, s.sort_text ${direction}, r.position`;
}
