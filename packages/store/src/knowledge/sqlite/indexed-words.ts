import { CompiledQuery } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import type { IndexedWord } from '../spelling/correct-terms.js';
import { textBehind } from '../spelling/text-behind.js';
import type { PendingWords } from './pending-words.js';

/** The words that occur anywhere, in blocks or among what is pending, those of what was removed lately too. */
export class IndexedWords {
  readonly #db: Kysely<Database>;
  readonly #pending: PendingWords;

  constructor(options: { db: Kysely<Database>; pending: PendingWords }) {
    this.#db = options.db;
    this.#pending = options.pending;
  }

  async among(words: readonly string[]): Promise<IndexedWord[]> {
    const packed = await this.#packed('p.word in (select value from json_each(?))', [JSON.stringify(words)]);
    return together(packed, this.#pending.wordsAmong(words));
  }

  async beginningWith(start: string): Promise<IndexedWord[]> {
    const packed = await this.#packed('p.word >= ? and p.word < ?', [start, textBehind(start)]);
    return together(packed, this.#pending.wordsBeginningWith(start));
  }

  async #packed(condition: string, parameters: unknown[]): Promise<IndexedWord[]> {
    const { rows } = await this.#db.executeQuery<IndexedWord>(
      CompiledQuery.raw(
        `select p.word, sum(length(p.postings)) as uses from search_blocks as b
         cross join search_postings as p on p.block = b.block and ${condition} group by p.word`,
        parameters,
      ),
    );
    return rows;
  }
}

function together(packed: readonly IndexedWord[], pending: readonly IndexedWord[]): IndexedWord[] {
  const uses = new Map(packed.map((known) => [known.word, known.uses]));
  for (const known of pending) uses.set(known.word, (uses.get(known.word) ?? 0) + known.uses);
  return Array.from(uses, ([word, count]) => ({ word, uses: count }));
}
