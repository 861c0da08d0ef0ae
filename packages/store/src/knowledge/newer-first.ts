import type { FusedChunk } from '@ibid/retrieval/internal';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';
import type { Found } from './search-index.js';

/** Chunks below this rank cannot move up far enough. */
const LOOKED_AT = 100;
/**
 * The gain of the newest over the oldest, as a share of the score difference between the best hit and the last one
 * requested.
 */
const WEIGHT = 0.15;
const HALVED_AFTER_DAYS = 365;
const DAY_MILLISECONDS = 86_400_000;

/**
 * KB-11: among passages of similar relevance, ranks those of newer documents first. The bonus halves with each year of
 * age. A document without a date gets the average bonus, so having or lacking a date does not help.
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
