import { analyseText } from '@ibid/retrieval/internal';
import type { ItemFilter, Viewer } from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DialectName } from '../database/open-database.js';
import type { Database } from '../database/schema.js';
import { queryLanguages } from './query-languages.js';
import { itemScope, nameKey } from './item-scope.js';
import { ITEM_COLUMNS } from './row-mapping.js';
import type { ItemRow } from './row-mapping.js';
import type { SearchIndex } from './search-index.js';

const CANDIDATES = 200;

/** Items whose title or file name contains the query or some of its words, closest first. */
export async function findItemsByName(options: {
  db: Kysely<Database>;
  dialect: DialectName;
  index: SearchIndex;
  viewer: Viewer;
  name: string;
  knowledgeBaseIds?: readonly string[] | undefined;
  within?: ItemFilter['within'] | undefined;
  limit: number;
}): Promise<ItemRow[]> {
  const { db, dialect, index, viewer, knowledgeBaseIds } = options;
  const wanted = nameKey(options.name);
  if (!wanted || options.limit <= 0) return [];
  const preselected: ItemFilter = options.within ? { within: options.within } : {};
  const scope = { viewer, knowledgeBaseIds, filter: preselected };
  const inside = itemScope({ ...scope, filter: { ...preselected, itemName: options.name } }, dialect);
  const { rows: holding } = await sql<{ row: number }>`
    select items.row from items where ${inside} order by length(items.name_key), items.row
    limit ${CANDIDATES}`.execute(db);
  const languages = await queryLanguages(db, options.name, viewer);
  const tokens = [...new Set(languages.flatMap((language) => analyseText({ text: options.name, language })))];
  const similar = await index.itemsNamed({ tokens, scope, limit: CANDIDATES });
  const places = new Map(similar.map((row, place) => [row, place]));
  const rows = [...new Set([...holding.map((row) => row.row), ...similar])];
  if (rows.length === 0) return [];
  const found = await db
    .selectFrom('items')
    .innerJoin('knowledge_bases', 'knowledge_bases.row', 'items.base_row')
    .select(ITEM_COLUMNS)
    .where('items.row', 'in', rows)
    .where(itemScope(scope, dialect))
    .execute();
  const closeness = (row: ItemRow): number =>
    Math.max(nearness(nameKey(row.title), wanted), nearness(nameKey(row.name), wanted)) +
    1 / (2 + (places.get(row.row) ?? CANDIDATES));
  return found
    .map((row) => ({ row, score: closeness(row) }))
    .sort((left, right) => right.score - left.score || left.row.row - right.row.row)
    .slice(0, options.limit)
    .map(({ row }) => row);
}

function nearness(name: string, wanted: string): number {
  if (name === wanted || name.replace(/\.[^.]+$/, '') === wanted) return 4;
  if (name.startsWith(wanted)) return 3 + wanted.length / (name.length + 1);
  if (name.includes(wanted)) return 2 + wanted.length / (name.length + 1);
  return 0;
}
