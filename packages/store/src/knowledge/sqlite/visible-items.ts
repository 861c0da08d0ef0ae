import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { itemScope } from '../item-scope.js';
import type { ItemScope } from '../item-scope.js';
import { knowledgeVersion } from '../knowledge-version.js';
import { visibleAccess } from '../visible-access.js';

const REMEMBERED = 64;

/**
 * The items that a search may use. SQL enforces access (KB-5); the result is cached until the knowledge version, which
 * the database maintains, changes.
 */
export class VisibleItems {
  readonly #db: Kysely<Database>;
  readonly #known = new Map<string, Uint32Array | null>();
  /** For a cached list of rows: the knowledge base of each. */
  readonly #bases = new WeakMap<Uint32Array, Uint32Array>();
  #version = -1;
  #stamp = '';

  constructor(options: { db: Kysely<Database> }) {
    this.#db = options.db;
  }

  /** Sorted rows of the visible items; null if all are visible. The stamp changes with any change of the database. */
  async of(scope: ItemScope, stamp: string): Promise<Uint32Array | null> {
    if (stamp !== this.#stamp) {
      const version = await knowledgeVersion(this.#db);
      if (version !== this.#version) {
        this.#known.clear();
        this.#version = version;
      }
      this.#stamp = stamp;
    }
    const { viewer, knowledgeBaseIds, filter } = scope;
    const key = JSON.stringify([viewer, knowledgeBaseIds, filter]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const version = this.#version;
    const visible = (await this.#isEverything(scope)) ? null : await this.#rowsOf(scope, stamp);
    // Do not cache a result from before a change as the new state.
    if (version !== this.#version) return visible;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(key, visible);
    return visible;
  }

  async #isEverything(scope: ItemScope): Promise<boolean> {
    if (scope.filter && Object.keys(scope.filter).length > 0) return false;
    const bases = scope.knowledgeBaseIds;
    const { rows } = await sql`
      select 1 from (select distinct access_row, base_row from items) as present
      where access_row not in ${visibleAccess(scope.viewer)}
        or (${bases ? 1 : 0} = 1 and base_row not in (select row from knowledge_bases
          where id in (${bases && bases.length > 0 ? sql.join([...bases]) : sql`null`})))
      limit 1`.execute(this.#db);
    return rows.length === 0;
  }

  /** Derives the items of knowledge bases from the full list of the viewer, which word weights need anyway. */
  async #rowsOf(scope: ItemScope, stamp: string): Promise<Uint32Array> {
    const { viewer, knowledgeBaseIds, filter } = scope;
    if (!knowledgeBaseIds || filter) return this.#ask(scope);
    const seen = await this.of({ viewer }, stamp);
    const bases = seen && this.#bases.get(seen);
    if (!bases) return this.#ask(scope);
    const { rows } = await sql<{ row: number }>`select row from knowledge_bases
      where id in (${sql.join([...knowledgeBaseIds, null])})`.execute(this.#db);
    const wanted = new Set(rows.map(({ row }) => row));
    const visible = seen.filter((_, index) => wanted.has(bases[index]!));
    // If nothing was filtered out, return the same list: derived caches are keyed by it.
    return visible.length === seen.length ? seen : visible;
  }

  async #ask(scope: ItemScope): Promise<Uint32Array> {
    const { rows } = await sql<{ row: number; base: number }>`select items.row, items.base_row as base
      from items where ${itemScope(scope, 'sqlite')} order by items.row`.execute(this.#db);
    const asked = Uint32Array.from(rows, ({ row }) => row);
    this.#bases.set(
      asked,
      Uint32Array.from(rows, ({ base }) => base),
    );
    return asked;
  }
}
