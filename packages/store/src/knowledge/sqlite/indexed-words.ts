import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { textBehind } from '../spelling/text-behind.js';
import type { PendingWords } from './pending-words.js';

/**
 * The words that occur anywhere, in blocks or among what is pending, those of what was removed lately too: whoever asks
 * looks up where, and keeps those of the chunks that the viewer may see.
 */
export class IndexedWords {
  readonly #db: Kysely<Database>;
  readonly #pending: PendingWords;

  constructor(options: { db: Kysely<Database>; pending: PendingWords }) {
    this.#db = options.db;
    this.#pending = options.pending;
  }

  async among(words: readonly string[]): Promise<string[]> {
    const packed = await this.#packed('p.word in (select value from json_each(?))', [JSON.stringify(words)]);
    return [...new Set([...packed, ...this.#pending.wordsAmong(words)])];
  }

  async beginningWith(start: string): Promise<string[]> {
    const packed = await this.#packed('p.word >= ? and p.word < ?', [start, textBehind(start)]);
    return [...new Set([...packed, ...this.#pending.wordsBeginningWith(start)])];
  }

  async #packed(condition: string, parameters: unknown[]): Promise<string[]> {
    const { rows } = await this.#db.executeQuery<{ word: string }>(
      CompiledQuery.raw(
        `select distinct p.word from search_blocks as b
         cross join search_postings as p on p.block = b.block and ${condition}`,
        parameters,
      ),
    );
    return rows.map(({ word }) => word);
  }
}
