import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from './schema.js';

const WHOLE = 'all_search_vectors';

interface VectorTable {
  name: string;
  is_whole: boolean;
  /** The bounds of a partition. */
  bound: string | null;
  has_samples: boolean;
  /** Its vector indexes, with the position of the vector column in each. */
  indexes: { name: string; place: number }[];
}

/**
 * ORG-3, PostgreSQL: earlier versions let it keep samples of vectors, including deleted ones. Dropping them would mean
 * rebuilding the vector indexes, which can take hours. Instead, the statistics are rebuilt with the smallest possible
 * sample of the current vectors. An empty table has no costly index, so there all samples are dropped.
 */
export async function renewVectorSamples(transaction: Transaction<Database>): Promise<void> {
  const tables = await vectorTables(transaction);
  if (!tables.some((table) => table.has_samples)) return;
  const run = (statement: string) => sql.raw(statement).execute(transaction);
  const setTargets = async (target: number): Promise<void> => {
    for (const { name, indexes, is_whole: isWhole } of tables) {
      await run(`alter table only ${name} alter column vector set statistics ${target}`);
      // Only the indexes of partitions contain data.
      if (!isWhole)
        for (const index of indexes)
          await run(`alter index ${index.name} alter column ${index.place} set statistics ${target}`);
    }
  };
  const { rows: some } = await run(`select 1 from ${WHOLE} limit 1`);
  if (some.length === 0) {
    await forgetAll(transaction, WHOLE);
    // Rebuilt indexes are back at the default target.
    return setTargets(0);
  }
  for (const { name, bound, has_samples: hasSamples } of tables) {
    if (bound === null || !hasSamples) continue;
    const { rows } = await run(`select 1 from ${name} limit 1`);
    if (rows.length > 0) continue;
    // A partition's column type can only change together with its parent's, so detach it first.
    await run(`alter table ${WHOLE} detach partition ${name}`);
    await forgetAll(transaction, name);
    await run(`alter table ${WHOLE} attach partition ${name} ${bound}`);
  }
  await setTargets(1);
  await run(`analyze ${WHOLE}`);
  await setTargets(0);
}

/** Setting the same type again makes PostgreSQL drop its statistics of the values. It also resets the storage mode. */
async function forgetAll(transaction: Transaction<Database>, table: string): Promise<void> {
  await sql.raw(`alter table ${table} alter column vector type halfvec`).execute(transaction);
  await sql.raw(`alter table ${table} alter column vector set storage main`).execute(transaction);
}

async function vectorTables(transaction: Transaction<Database>): Promise<VectorTable[]> {
  const { rows } = await sql<VectorTable>`
    with tables as (
      select ${WHOLE}::regclass as relation, null::text as bound
      union all
      select part.oid::regclass, pg_get_expr(part.relpartbound, part.oid) from pg_inherits
      join pg_class as part on part.oid = inhrelid where inhparent = ${WHOLE}::regclass
    ), indexes as (
      select i.indrelid, i.indexrelid, a.attnum from pg_index as i
      join pg_attribute as a on a.attrelid = i.indexrelid
      where i.indrelid in (select relation from tables) and i.indkey[a.attnum - 1] = 0
    )
    select relation::text as name, bound is null as is_whole, bound,
      exists (select 1 from pg_stats join pg_class as c on c.relname = tablename
        where schemaname = c.relnamespace::regnamespace::text
          and (most_common_vals is not null or histogram_bounds is not null)
          and ((c.oid = relation and attname = 'vector')
          or c.oid in (select indexrelid from indexes where indrelid = relation))) as has_samples,
      (select coalesce(json_agg(json_build_object('name', indexrelid::regclass::text, 'place', attnum)), '[]')
        from indexes where indrelid = relation) as indexes
    from tables`.execute(transaction);
  return rows;
}
