import type { Kysely, Transaction } from 'kysely';
import { defaultDescriptorSettings, referenceCategory } from '@ibid/core/internal';
import type {
  DescriptorMetadata,
  DescriptorName,
  DescriptorSettings,
  DescriptorStore,
} from '@ibid/core/internal';
import { insertRows } from '../database/row-statements.js';
import { toJson } from '../database/json-text.js';
import type { Database } from '../database/schema.js';
import { claimSpace } from './claim-space.js';
import { ContentReader, type ContentSlice } from './content-reader.js';
import { writeContent } from './content-writer.js';
import { metadataOf, sliceOf, type DescriptorRow } from './descriptor-row.js';

/** The conversation and branch that the descriptors belong to. */
export interface DatabaseDescriptorStoreOptions {
  db: Kysely<Database>;
  conversationId: string;
  /** Messages of the branch and of the running turn; null: of every branch. */
  messageIds: Iterable<string> | null;
  /** Descriptors hidden from the reader, as if they did not exist. */
  withholds?: (descriptor: DescriptorMetadata) => boolean;
  settings?: Partial<Pick<DescriptorSettings, 'quotaBytes' | 'pageCharacters'>>;
  /** ISO 8601. Default: the clock. */
  now?: () => string;
}

const REMEMBERED = 32;

/** Descriptors of one conversation in the database, as one branch sees them (FD-7). Holds no content. */
export class DatabaseDescriptorStore implements DescriptorStore {
  readonly #db: Kysely<Database>;
  readonly #conversationId: string;
  readonly #messageIds: Set<string> | null;
  readonly #withholds: ((descriptor: DescriptorMetadata) => boolean) | null;
  readonly #quotaBytes: number;
  readonly #pageCharacters: number;
  readonly #now: () => string;
  readonly #reader: ContentReader;
  readonly #pages = new Map<string, number[]>();
  /** Rows never change, so a row found under its version is cached. */
  readonly #found = new Map<string, DescriptorRow>();

  constructor(options: DatabaseDescriptorStoreOptions) {
    this.#db = options.db;
    this.#conversationId = options.conversationId;
    this.#messageIds = options.messageIds && new Set(options.messageIds);
    this.#withholds = options.withholds ?? null;
    this.#quotaBytes = options.settings?.quotaBytes ?? defaultDescriptorSettings.quotaBytes;
    this.#pageCharacters = options.settings?.pageCharacters ?? defaultDescriptorSettings.pageCharacters;
    this.#now = options.now ?? (() => new Date().toISOString());
    this.#reader = new ContentReader(options.db);
  }

  get withholdsAny(): boolean {
    return this.#withholds !== null;
  }

  /** Uses the caller's open transaction if one is given. */
  async create(
    options: Parameters<DescriptorStore['create']>[0],
    within?: Transaction<Database>,
  ): Promise<DescriptorMetadata> {
    return within
      ? this.#create(options, within)
      : this.#db.transaction().execute((transaction) => this.#create(options, transaction));
  }

  async #create(
    options: Parameters<DescriptorStore['create']>[0],
    transaction: Transaction<Database>,
  ): Promise<DescriptorMetadata> {
    const { content, reference, origin } = options;
    const bytes = Buffer.byteLength(content);
    const name = await this.#claim(transaction, { bytes, reference });
    const written = await writeContent({
      transaction,
      content,
      bytes,
      pageCharacters: this.#pageCharacters,
    });
    return this.#insert(transaction, {
      name,
      slice: { contentId: written.id, start: 0, characters: content.length, lineFeedsBefore: 0 },
      lines: written.lineFeeds + (content === '' || content.endsWith('\n') ? 0 : 1),
      bytes,
      origin,
      category: options.category ?? referenceCategory({ content }),
      messageId: options.messageId,
    });
  }

  async extract(options: Parameters<DescriptorStore['extract']>[0]): Promise<DescriptorMetadata | null> {
    const row = await this.#find(options.from, options.version);
    if (!row) return null;
    const whole = sliceOf(row);
    const from = Math.min(whole.characters, Math.max(0, options.range.start));
    const to = Math.min(whole.characters, Math.max(from, options.range.end));
    const first = await this.#reader.positionAt(whole, from, -1);
    const last = await this.#reader.positionAt(whole, to, 1);
    const [start, end] = [first.offset, last.offset];
    const final = await this.#reader.read(whole, { start: Math.max(start, end - 1), end });
    const feeds = last.lineFeeds - first.lineFeeds;
    return this.#db.transaction().execute(async (transaction) =>
      this.#insert(transaction, {
        name: await this.#claim(transaction, { bytes: 0, reference: undefined }),
        slice: {
          contentId: whole.contentId,
          start: whole.start + start,
          characters: end - start,
          lineFeedsBefore: first.lineFeeds,
        },
        lines: feeds + (final === '' || final === '\n' ? 0 : 1),
        bytes: last.bytes - first.bytes,
        origin: { kind: 'extraction', from: options.from },
        category: row.category,
        messageId: options.messageId,
      }),
    );
  }

  async describe(name: DescriptorName, version?: number): Promise<DescriptorMetadata | null> {
    const row = await this.#find(name, version);
    return row ? metadataOf(row) : null;
  }

  async read(
    name: DescriptorName,
    range?: { start: number; end: number },
    version?: number,
  ): Promise<string | null> {
    const row = await this.#find(name, version);
    return row ? this.#reader.read(sliceOf(row), range ?? { start: 0, end: row.characters }) : null;
  }

  async lineOffsets(
    name: DescriptorName,
    lines: { from: number; count: number },
    version?: number,
  ): Promise<number[] | null> {
    const row = await this.#find(name, version);
    return row ? this.#reader.lineOffsets(sliceOf(row), lines.from, lines.count) : null;
  }

  async pageStarts(name: DescriptorName, pageCharacters: number, version?: number): Promise<number[] | null> {
    const row = await this.#find(name, version);
    if (!row) return null;
    const slice = sliceOf(row);
    const key = `${slice.contentId} ${slice.start} ${slice.characters} ${pageCharacters}`;
    const known = this.#pages.get(key);
    if (known) return known;
    const starts = await this.#reader.pageStarts(slice, pageCharacters);
    remember(this.#pages, key, starts);
    return starts;
  }

  async list(kind: 'fd' | 'ref' | 'all'): Promise<DescriptorMetadata[]> {
    let query = this.#db
      .selectFrom('descriptors')
      .selectAll()
      .where('conversation_id', '=', this.#conversationId);
    if (kind !== 'all') query = query.where('name', 'like', `${kind}:%`);
    const newest = new Map<string, DescriptorMetadata>();
    for (const row of await query.orderBy('sequence').execute())
      if (this.#isVisible(row)) newest.set(row.name, metadataOf(row));
    return [...newest.values()];
  }

  async versions(name: DescriptorName): Promise<DescriptorMetadata[]> {
    return (await this.#rows(this.#db, name)).map(metadataOf);
  }

  async contentKey(name: DescriptorName, version?: number): Promise<string | null> {
    const row = await this.#find(name, version);
    return row ? `${row.content_id} ${row.slice_start} ${row.characters}` : null;
  }

  /** Claims quota and a name for new content. */
  async #claim(
    transaction: Transaction<Database>,
    options: { bytes: number; reference: string | undefined },
  ): Promise<DescriptorName> {
    const { number } = await claimSpace(transaction, {
      conversationId: this.#conversationId,
      bytes: options.bytes,
      quotaBytes: this.#quotaBytes,
      takesNumber: options.reference === undefined,
    });
    return options.reference === undefined ? `fd:${number}` : `ref:${options.reference}`;
  }

  async #insert(
    transaction: Transaction<Database>,
    made: {
      name: string;
      slice: ContentSlice;
      lines: number;
      bytes: number;
      origin: DescriptorMetadata['origin'];
      category: DescriptorMetadata['category'];
      messageId: string | undefined;
    },
  ): Promise<DescriptorMetadata> {
    const { name } = made;
    if (made.messageId !== undefined) this.#messageIds?.add(made.messageId);
    const before = name.startsWith('fd:') ? [] : await this.#rows(transaction, name);
    const row = {
      conversation_id: this.#conversationId,
      name,
      version: (before.at(-1)?.version ?? 0) + 1,
      message_id: made.messageId ?? null,
      content_id: made.slice.contentId,
      slice_start: made.slice.start,
      line_feeds_before: made.slice.lineFeedsBefore,
      characters: made.slice.characters,
      lines: made.lines,
      bytes: made.bytes,
      origin: toJson(made.origin),
      category: made.category,
      created_at: this.#now(),
    };
    await insertRows(transaction, 'descriptors', [row]);
    return metadataOf(row);
  }

  async #find(name: DescriptorName, version?: number): Promise<DescriptorRow | undefined> {
    // Descriptors made by the system have one version. The newest version of a reference may have changed since.
    const wanted = version ?? (name.startsWith('fd:') ? 1 : undefined);
    const known = wanted === undefined ? undefined : this.#found.get(`${name}@${wanted}`);
    if (known) return known;
    const rows = await this.#rows(this.#db, name);
    const row = wanted === undefined ? rows.at(-1) : rows.findLast((one) => one.version === wanted);
    if (row) remember(this.#found, `${name}@${row.version}`, row);
    return row;
  }

  /** The versions that this branch sees, oldest first. */
  async #rows(db: Kysely<Database>, name: DescriptorName): Promise<DescriptorRow[]> {
    const rows = await db
      .selectFrom('descriptors')
      .selectAll()
      .where('conversation_id', '=', this.#conversationId)
      .where('name', '=', name)
      .orderBy('sequence')
      .execute();
    return rows.filter((row) => this.#isVisible(row));
  }

  #isVisible(row: DescriptorRow): boolean {
    if (this.#messageIds !== null && row.message_id !== null && !this.#messageIds.has(row.message_id))
      return false;
    return !this.#withholds?.(metadataOf(row));
  }
}

/** Keeps the newest few. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const oldest = map.keys().next().value;
  if (map.size > REMEMBERED && oldest !== undefined) map.delete(oldest);
}
