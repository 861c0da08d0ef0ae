import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';
import { chunkTokens, nameTokens } from '../knowledge/chunk-tokens.js';
import type { SearchIndex } from '../knowledge/search-index.js';

interface ChunkRow {
  row: number;
  text: string;
  heading_path: string;
  context: string | null;
}

/** Rebuilds the search index from the items, one by one; the index must be empty. */
export async function writeSearchIndex(options: {
  db: Kysely<Database>;
  index: SearchIndex;
}): Promise<number> {
  const { db, index } = options;
  let written = 0;
  for (let after = 0; ;) {
    const item = await db
      .selectFrom('items')
      .select(['row', 'title', 'name', 'language'])
      .where('row', '>', after)
      .orderBy('row')
      .limit(1)
      .executeTakeFirst();
    if (!item) return written;
    after = item.row;
    const { title, name, language } = item;
    const { rows } = await sql<ChunkRow>`select row, text, heading_path, context from chunks
      where item_row = ${item.row} order by ordinal`.execute(db);
    await index.write(async (transaction) => {
      const chunks = rows.map((chunk) => ({
        chunkRow: chunk.row,
        itemRow: item.row,
        ...chunkTokens({
          title,
          language,
          headingPath: JSON.parse(chunk.heading_path) as string[],
          text: chunk.text,
          context: chunk.context,
        }),
      }));
      await index.addChunks(transaction, chunks);
      await index.putItemName(transaction, item.row, nameTokens(title, name, language));
    });
    await index.settle();
    written += rows.length;
  }
}
