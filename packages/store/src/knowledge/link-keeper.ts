import { analyseQuery, linkNames, NameMatcher } from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { giveWay } from '../database/give-way.js';
import type { Database } from '../database/schema.js';
import { presentLanguages } from './present-languages.js';
import type { SearchIndex } from './search-index.js';

interface NamedItem {
  row: number;
  title: string;
  name: string;
  externalId: string | null;
}

const TEXTS_AT_ONCE = 64;

/**
 * Keeps names and their mentions in sync with the items (KB-7), inside the writer's transaction. The matcher may still
 * know deleted names, which the tables then don't find. It never misses one, because it reads new names under the write
 * lock.
 */
export class LinkKeeper {
  readonly #index: SearchIndex;
  readonly #matcher = new NameMatcher();
  #lastName = 0;

  constructor(options: { index: SearchIndex }) {
    this.#index = options.index;
  }

  /** Adds the mentions of known names in new chunks. */
  async addMentions(
    transaction: Transaction<Database>,
    chunks: readonly { row: number; text: string }[],
  ): Promise<void> {
    await this.#learnNames(transaction);
    if (this.#matcher.size === 0) return;
    for (const chunk of chunks) {
      // A long document may mention no name for thousands of chunks, and then no statement yields.
      await giveWay();
      const byKey = new Map(this.#matcher.find(chunk.text).map((found) => [found.key, found.mention]));
      if (byKey.size === 0) continue;
      const names = await transaction
        .selectFrom('link_names')
        .select(['row', 'name_key'])
        .where('name_key', 'in', [...byKey.keys()])
        .execute();
      for (const name of names) {
        await transaction
          .insertInto('chunk_mentions')
          .values({ name_row: name.row, chunk_row: chunk.row, mention: byKey.get(name.name_key)! })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    }
  }

  /** Sets the names of an item and searches all older chunks for new names. */
  async setNames(transaction: Transaction<Database>, item: NamedItem): Promise<void> {
    const wanted = linkNames(item);
    const before = await transaction
      .selectFrom('item_names')
      .innerJoin('link_names', 'link_names.row', 'item_names.name_row')
      .select(['link_names.row', 'link_names.name_key'])
      .where('item_names.item_row', '=', item.row)
      .execute();
    await this.#dropNames(
      transaction,
      item.row,
      before.filter((name) => !wanted.includes(name.name_key)).map((name) => name.row),
    );
    for (const key of wanted) {
      if (before.some((name) => name.name_key === key)) continue;
      const known = await transaction
        .selectFrom('link_names')
        .select('row')
        .where('name_key', '=', key)
        .executeTakeFirst();
      const row = known?.row ?? (await this.#addName(transaction, key));
      await transaction.insertInto('item_names').values({ name_row: row, item_row: item.row }).execute();
    }
  }

  /** Call before the item is removed. */
  async removeNames(transaction: Transaction<Database>, itemRow: number): Promise<void> {
    const names = await transaction
      .selectFrom('item_names')
      .select('name_row')
      .where('item_row', '=', itemRow)
      .execute();
    await this.#dropNames(
      transaction,
      itemRow,
      names.map((name) => name.name_row),
    );
  }

  async #addName(transaction: Transaction<Database>, key: string): Promise<number> {
    const { row } = await transaction
      .insertInto('link_names')
      .values({ name_key: key })
      .returning('row')
      .executeTakeFirstOrThrow();
    const matcher = new NameMatcher();
    matcher.add(key);
    const candidates = await this.#chunksThatMaySay(transaction, key);
    // A common word can be in very many chunks. Read a few texts at a time to let other work run.
    for (let start = 0; start < candidates.length; start += TEXTS_AT_ONCE) {
      const chunks = await transaction
        .selectFrom('chunks')
        .select(['row', 'text'])
        .where('row', 'in', candidates.slice(start, start + TEXTS_AT_ONCE))
        .execute();
      for (const chunk of chunks) {
        const [found] = matcher.find(chunk.text);
        if (!found) continue;
        await transaction
          .insertInto('chunk_mentions')
          .values({ name_row: row, chunk_row: chunk.row, mention: found.mention })
          .execute();
      }
    }
    return row;
  }

  /** Narrows the search with the text index to chunks that contain all the words, stemmed in any language. */
  async #chunksThatMaySay(transaction: Transaction<Database>, key: string): Promise<number[]> {
    const languages = await presentLanguages(transaction);
    const terms = analyseQuery({ text: key, languages: [null, ...languages] });
    if (terms.length === 0) return [];
    const { rows } = await sql<{ row: number }>`
      select row from chunks where row in ${this.#index.chunksWith(terms)}`.execute(transaction);
    return rows.map((chunk) => chunk.row);
  }

  async #dropNames(
    transaction: Transaction<Database>,
    itemRow: number,
    nameRows: readonly number[],
  ): Promise<void> {
    if (nameRows.length === 0) return;
    await transaction
      .deleteFrom('item_names')
      .where('item_row', '=', itemRow)
      .where('name_row', 'in', [...nameRows])
      .execute();
    for (const row of nameRows) {
      await sql`delete from link_names where row = ${row}
        and not exists (select 1 from item_names where name_row = ${row})`.execute(transaction);
    }
  }

  async #learnNames(transaction: Transaction<Database>): Promise<void> {
    const names = await transaction
      .selectFrom('link_names')
      .select(['row', 'name_key'])
      .where('row', '>', this.#lastName)
      .orderBy('row')
      .execute();
    for (const name of names) {
      this.#matcher.add(name.name_key);
      this.#lastName = name.row;
    }
  }
}
