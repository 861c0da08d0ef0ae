import { analyseQuery } from '@ibid/retrieval/internal';
import type { CountRequest, Viewer } from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../database/schema.js';
import { queryLanguages } from './query-languages.js';
import type { SearchIndex } from './search-index.js';

/** All words occur: in the chunk when chunks are counted, anywhere in the item when items are. */
export async function contentScope(options: {
  db: Kysely<Database>;
  index: SearchIndex;
  contentQuery: string;
  viewer: Viewer;
  unit: CountRequest['unit'];
}): Promise<RawBuilder<boolean>> {
  const languages = await queryLanguages(options.db, options.contentQuery, options.viewer);
  const terms = analyseQuery({ text: options.contentQuery, languages });
  // Nothing to look for, such as punctuation, is found nowhere.
  if (terms.length === 0) return sql<boolean>`1 = 0`;
  if (options.unit === 'chunks') return sql<boolean>`chunks.row in ${options.index.chunksWith(terms)}`;
  const conditions = terms.map(
    (term) => sql<boolean>`items.row in (select said.item_row from chunks as said
      where said.row in ${options.index.chunksWith([term])})`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
