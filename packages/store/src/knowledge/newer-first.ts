import type { FusedChunk } from '@ibid/retrieval/internal';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';
import type { Found } from './search-index.js';

/** Beyond these nothing can come up far enough. */
const LOOKED_AT = 100;
/** As much of the way from the last that was asked for to the best as the newest gains over the oldest. */
const WEIGHT = 0.15;
const HALVED_AFTER_DAYS = 365;
const DAY_MILLISECONDS = 86_400_000;

/**
 * KB-11: of passages that fit about as well, those of newer documents first. What an age is worth is halved each year; a
 * document without a date gains as much as the others do on the average, so that neither having one nor lacking one helps.
 */
export async function newerFirst(options: {
  db: Kysely<Database>;
  ranked: readonly FusedChunk[];
  found: Found;
  wanted: number;
}): Promise<FusedChunk[]> {
  const { db, ranked, found, wanted } = options;
  const looked = ranked.slice(0, Math.max(LOOKED_AT, wanted));
  const itemOf = new Map(found.candidates.map(({ chunkRow, itemRow }) => [chunkRow, itemRow]));
  const items = [...new Set(looked.flatMap(({ row }) => itemOf.get(row) ?? []))];
  if (items.length < 2) return [...ranked];
  const rows = await db
    .selectFrom('items')
    .select(['row', 'document_date'])
    .where('row', 'in', items)
    .where('document_date', 'is not', null)
    .execute();
  if (rows.length === 0) return [...ranked];
  const days = new Map(
    rows.map(({ row, document_date: date }) => [row, Date.parse(date ?? '') / DAY_MILLISECONDS]),
  );
  const newest = Math.max(...days.values());
  const worth = (day: number) => 2 ** ((day - newest) / HALVED_AFTER_DAYS);
  const average = [...days.values()].reduce((sum, day) => sum + worth(day), 0) / days.size;
  const span = (looked[0]?.score ?? 0) - (looked[Math.min(wanted, looked.length) - 1]?.score ?? 0);
  const gained = looked.map((chunk) => {
    const day = days.get(itemOf.get(chunk.row) ?? -1);
    return {
      row: chunk.row,
      score: chunk.score + WEIGHT * span * ((day === undefined ? average : worth(day)) - average),
    };
  });
  gained.sort((left, right) => right.score - left.score || left.row - right.row);
  return [...gained, ...ranked.slice(looked.length)];
}
