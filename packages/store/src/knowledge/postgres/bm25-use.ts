import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { findBm25Extension } from './bm25-extension.js';

/** The index may be created or dropped while servers run. */
const ASKED_AGAIN_MILLISECONDS = 60_000;

/** Whether searches of this process use the extension: while its index exists, and until it first fails. */
export class Bm25Use {
  readonly #db: Kysely<Database>;
  #known: Promise<boolean> | null = null;
  #askedAt = 0;
  #hasFailed = false;

  constructor(options: { db: Kysely<Database> }) {
    this.#db = options.db;
  }

  async isOn(): Promise<boolean> {
    if (this.#hasFailed) return false;
    if (!this.#known || Date.now() - this.#askedAt > ASKED_AGAIN_MILLISECONDS) {
      this.#askedAt = Date.now();
      this.#known = findBm25Extension(this.#db).then(
        (found) => found?.state === 'used',
        () => false,
      );
    }
    return this.#known;
  }

  /** Searches fall back to ranking without the extension. */
  giveUp(): void {
    this.#hasFailed = true;
  }
}
