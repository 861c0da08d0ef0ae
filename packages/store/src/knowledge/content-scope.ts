import { analyseQuery } from '@ibid/retrieval/internal';
import type { CountRequest, Viewer } from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../database/schema.js';
import { queryLanguages } from './query-languages.js';
import type { SearchIndex } from './search-index.js';

/** Requires all words: in the chunk when counting chunks, anywhere in the item when counting items. */
export async function contentScope(options: {
  db: Kysely<Database>;
  index: SearchIndex;
  contentQuery: string;
  viewer: Viewer;
  unit: CountRequest['unit'];
}): Promise<RawBuilder<boolean>> {
  const languages = await queryLanguages(options.db, options.contentQuery, options.viewer);
  const terms = analyseQuery({ text: options.contentQuery, languages });
  // A query without words, such as punctuation, matches nothing.
  if (terms.length === 0) return sql<boolean>`1 = 0`;
  if (options.unit === 'chunks') return sql<boolean>`chunks.row in ${options.index.chunksWith(terms)}`;
  const conditions = terms.map(
    (term) => sql<boolean>`items.row in (select said.item_row from chunks as said
      where said.row in ${options.index.chunksWith([term])})`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
