import type { MetadataCondition } from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DialectName } from '../database/open-database.js';
import { canonicalJson } from './canonical-json.js';

const SIGNS = { from: '>=', to: '<=', after: '>', before: '<' } as const;

/** KB-11: items whose field has one of the values, or a value within the range. */
export function metadataScope(condition: MetadataCondition, dialect: DialectName): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [sql`key = ${condition.field}`];
  if (condition.anyOf) {
    const values = condition.anyOf.map((value) => canonicalJson(value));
    parts.push(values.length > 0 ? sql`value in (${sql.join(values)})` : sql`1 = 0`);
  }
  for (const [end, sign] of Object.entries(SIGNS)) {
    const bound = condition[end as keyof typeof SIGNS];
    if (bound === undefined) continue;
    const value = typeof bound === 'number' ? numberIn(dialect) : textIn(dialect);
    parts.push(sql`${value} ${sql.raw(sign)} ${bound}`);
  }
  return sql<boolean>`items.row in (select item_row from item_metadata where ${sql.join(parts, sql` and `)})`;
}

/** Values are JSON. Documents often write numbers as text, so quotation marks are ignored. */
function numberIn(dialect: DialectName): RawBuilder<unknown> {
  return dialect === 'sqlite'
    ? sql.raw(`case when trim(value, '"') glob '[-0-9]*' and trim(value, '"') not glob '*[^-0-9.]*'
        then cast(trim(value, '"') as real) end`)
    : sql.raw(`case when trim(both '"' from value) ~ '^-?[0-9]+([.][0-9]+)?$'
        then (trim(both '"' from value))::double precision end`);
}

/** Compares by code point in both databases, which is right for dates and codes. */
function textIn(dialect: DialectName): RawBuilder<unknown> {
  return dialect === 'sqlite'
    ? sql.raw(`trim(value, '"')`)
    : sql.raw(`(trim(both '"' from value)) collate "C"`);
}
