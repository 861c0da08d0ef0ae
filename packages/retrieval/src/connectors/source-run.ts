import type { JsonValue } from '@ibid/core';
import type { IngestOutcome, IngestSource } from '../ingest/ingest-types.js';
import type { StoredItemState } from '../ingest/knowledge-writer.js';
import type { MovedItems } from '../ingest/moved-items.js';
import type { AccessRule } from '../knowledge/index.js';
import type { ConnectorEvent, ConnectorItem, ItemReaders, ListEnd, ReadItem } from './connector.js';
import { asProblem, type ConnectorError } from './connector-error.js';
import { KeptAhead } from './kept-ahead.js';
import { failureOf, WITHOUT_ITEM, type KnownItem } from './source-memory.js';
import type { SyncSourceOptions } from './sync-source.js';

/** More would only repeat each other. */
const MOST_NOTES = 50;
/** How many lookups are cached: the connector asks for an item and lists it soon after. */
const MOST_LOOKED_UP = 1000;

interface SourceRunOptions extends SyncSourceOptions {
  pipeline: string;
  prefix: string;
  moved: MovedItems;
  /** The source's items in the knowledge base, by external id. */
  states: ReadonlyMap<string, StoredItemState>;
}

/** One run through a source: turns listed items into files to ingest, and records the results. */
export class SourceRun {
  readonly #options: SourceRunOptions;
  /** Items being ingested, by external id. */
  readonly #under = new Map<string, { item: ConnectorItem; access: string | null; done: () => void }>();
  readonly #settling = new Set<Promise<void>>();
  readonly #ahead = new KeptAhead();
  readonly #lookedUp = new Map<string, KnownItem | null>();
  readonly #oldIds = new Map<string, string>();
  #notes = 0;
  unchanged = 0;
  /** Listed items that are new to the knowledge base. */
  found = 0;
  end: ListEnd | null = null;
  problem: ConnectorError | null = null;
  readonly gone: string[] = [];
  /** Items that could not be read. */
  readonly failed: IngestOutcome[] = [];

  constructor(options: SourceRunOptions) {
    this.#options = options;
    for (const { itemId, externalId } of options.states.values())
      if (externalId !== null) this.#oldIds.set(itemId, externalId);
  }

  /** Throws only if the memory does. A failure of the source ends the list and is in `problem`. */
  async *sources(): AsyncGenerator<IngestSource> {
    const { connector, cursor, signal, acceptsLoss = false } = this.#options;
    const events = connector.list({ cursor, signal, acceptsLoss, known: (id) => this.#known(id) });
    try {
      for (;;) {
        const next = await this.#ask(() => events.next());
        if (!next) break;
        if (next.done) {
          this.end = next.value;
          break;
        }
        // Items before a checkpoint must be stored before it counts.
        if (next.value.type === 'checkpoint') yield* this.#given(this.#ahead.all());
        await this.#take(next.value);
        yield* this.#given(this.#ahead.tooMany());
        if (signal.aborted || this.problem) break;
      }
      yield* this.#given(this.#ahead.all());
    } finally {
      await events.return({ cursor: null, complete: false }).catch(() => {});
      await this.#ahead.end();
    }
    await Promise.all(this.#settling);
  }

  async settled(source: IngestSource, outcome: IngestOutcome | null): Promise<void> {
    const { memory, run, prefix, pipeline } = this.#options;
    const under = this.#under.get(source.externalId ?? '');
    if (!under) return;
    try {
      if (!outcome) return;
      const { item, access } = under;
      const hasFailed = outcome.status === 'failed';
      if (hasFailed) await this.#note('warning', `${item.path ?? item.name}: ${outcome.reason ?? 'failed'}`);
      if (outcome.status === 'moved' && outcome.itemId !== null) {
        const before = this.#oldIds.get(outcome.itemId)?.slice(prefix.length);
        if (before !== undefined && before !== item.id) await memory.remove(before);
      }
      await memory.put({
        id: item.id,
        revision: item.revision,
        pipeline: hasFailed || outcome.status === 'skipped' ? WITHOUT_ITEM + pipeline : pipeline,
        memo: item.memo ?? null,
        access,
        run,
        ...failureOf(item, hasFailed ? (outcome.reason ?? 'It could not be read.') : null),
      });
    } finally {
      this.#under.delete(source.externalId ?? '');
      under.done();
    }
  }

  /** Null: the source failed, which ends the run. Failures of the memory may look the same, but are thrown. */
  async #ask<Answer>(question: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await question();
    } catch (error) {
      if (!this.#options.signal.aborted) this.problem = asProblem(error, 'away');
      return null;
    }
  }

  async #take(event: ConnectorEvent): Promise<void> {
    if (event.type === 'note') await this.#note('info', event.text);
    else if (event.type === 'gone') this.#takeGone(event.id);
    else if (event.type === 'checkpoint') {
      await Promise.all(this.#settling);
      if (!this.#options.signal.aborted) await this.#options.memory.checkpoint(event.cursor);
    } else await this.#takeItem(event.item);
  }

  /** Returns sources to ingest. From here on, each will be settled. */
  async *#given(sources: AsyncIterable<IngestSource>): AsyncGenerator<IngestSource> {
    for await (const source of sources) {
      const under = this.#under.get(source.externalId ?? '');
      const settling = new Promise<void>((resolve) => {
        if (under) under.done = resolve;
      }).finally(() => this.#settling.delete(settling));
      this.#settling.add(settling);
      yield source;
    }
  }

  #takeGone(id: string): void {
    this.gone.push(id);
    const state = this.#options.states.get(this.#options.prefix + id);
    if (!state) return;
    this.#options.moved.keep(state);
    this.#options.moved.add(state);
  }

  async #takeItem(item: ConnectorItem): Promise<void> {
    const { memory, connector, run, prefix, moved } = this.#options;
    const externalId = prefix + item.id;
    // Listed twice in one run: the first one counts.
    if (this.#under.has(externalId)) return;
    const state = this.#options.states.get(externalId);
    const hasMoved = state !== undefined && !moved.keep(state);
    // An identical copy, listed earlier, was taken for this item. Wait until it has settled, then read this one.
    if (hasMoved) await Promise.all(this.#settling);
    const known = await this.#lookUp(item.id, hasMoved);
    if (known) await memory.seen(item.id, run);
    if (!state) this.found += 1;
    const rule = (await this.#ask(async () => connector.visibleTo?.(item) ?? null)) ?? null;
    if (this.problem) return;
    const access = rule ? JSON.stringify(rule) : null;
    if (known && known.revision === item.revision && this.#isAsRead(known, externalId) && !hasMoved) {
      this.unchanged += 1;
      if (access !== known.access && state) {
        await this.#options.setAccess?.(state.itemId, this.#accessOf(rule));
        await memory.put({ ...known, access, run });
      }
      return;
    }
    await this.#read(item, externalId, rule, known);
  }

  async #read(
    item: ConnectorItem,
    externalId: string,
    rule: ItemReaders | null,
    known: KnownItem | null,
  ): Promise<void> {
    const { connector, signal, maxBytes } = this.#options;
    let read: ReadItem;
    try {
      read = await connector.read(item, { signal, maxBytes });
    } catch (error) {
      if (!signal.aborted) await this.#notRead(item, externalId, known, asProblem(error, 'unreadable'));
      return;
    }
    this.#under.set(externalId, { item, access: rule ? JSON.stringify(rule) : null, done: () => {} });
    this.#ahead.add(read.bytes.byteLength, this.#keep(read, item, externalId, rule, known));
  }

  /** Null if it could not be stored. */
  async #keep(
    read: ReadItem,
    item: ConnectorItem,
    externalId: string,
    rule: ItemReaders | null,
    known: KnownItem | null,
  ): Promise<IngestSource | null> {
    const { signal, keep } = this.#options;
    let content: IngestSource['content'];
    try {
      content = keep ? await keep(read.bytes) : { bytes: read.bytes };
    } catch (error) {
      this.#under.delete(externalId);
      if (!signal.aborted) await this.#notRead(item, externalId, known, asProblem(error, 'unreadable'));
      return null;
    }
    const mediaType = read.mediaType ?? item.mediaType;
    return {
      name: read.name ?? item.name,
      content,
      externalId,
      url: item.url ?? null,
      ...(item.title === undefined ? {} : { title: item.title }),
      ...(mediaType === undefined ? {} : { mediaType }),
      metadata: metadataOf(item),
      access: this.#accessOf(rule),
    };
  }

  async #notRead(
    item: ConnectorItem,
    externalId: string,
    known: KnownItem | null,
    error: ConnectorError,
  ): Promise<void> {
    const { memory, run, pipeline } = this.#options;
    if (error.problem === 'away') {
      this.problem = error;
      return;
    }
    await this.#note('warning', `${item.path ?? item.name}: ${error.message}`);
    // Deleted since it was listed, or no longer visible to us: remove it here too.
    if (error.problem === 'gone' || error.problem === 'refused') {
      this.gone.push(item.id);
      return;
    }
    const itemId = this.#options.states.get(externalId)?.itemId ?? null;
    this.failed.push({
      name: item.name,
      externalId,
      status: 'failed',
      itemId,
      chunks: 0,
      reason: error.message,
      code: error.problem,
      ...(itemId === null ? {} : { previousKept: true }),
    });
    const { id, revision, memo = null } = item;
    const access = known?.access ?? null;
    await memory.put({
      id,
      revision,
      memo,
      access,
      run,
      pipeline: WITHOUT_ITEM + pipeline,
      ...failureOf(item, error.message),
    });
  }

  #accessOf(rule: ItemReaders | null): AccessRule | null {
    const readers = rule ?? this.#options.access;
    return readers && { ...readers, ownerId: this.#options.ownerId };
  }

  /** Items that were added and still exist are not read again, nor are those that failed or were skipped. */
  #isAsRead({ pipeline }: KnownItem, externalId: string): boolean {
    const { askedAgainAt, states } = this.#options;
    if (pipeline === this.#options.pipeline) return states.has(externalId);
    return pipeline === WITHOUT_ITEM + this.#options.pipeline && askedAgainAt === undefined;
  }

  /** Reuses what the connector has just looked up. */
  async #lookUp(id: string, anew: boolean): Promise<KnownItem | null> {
    const looked = anew ? undefined : this.#lookedUp.get(id);
    this.#lookedUp.delete(id);
    return looked === undefined ? this.#options.memory.get(id) : looked;
  }

  async #known(id: string): Promise<{ revision: string; memo: string | null } | null> {
    const known = await this.#options.memory.get(id);
    if (this.#lookedUp.size >= MOST_LOOKED_UP) this.#lookedUp.clear();
    this.#lookedUp.set(id, known);
    const isAsRead = known && this.#isAsRead(known, this.#options.prefix + id);
    return isAsRead ? { revision: known.revision, memo: known.memo } : null;
  }

  async #note(level: 'info' | 'warning', text: string): Promise<void> {
    this.#notes += 1;
    if (this.#notes <= MOST_NOTES) await this.#options.memory.note(level, text);
    else if (this.#notes === MOST_NOTES + 1)
      await this.#options.memory.note('info', 'More lines like these were left out.');
  }
}

function metadataOf(item: ConnectorItem): Record<string, JsonValue> {
  return {
    ...item.metadata,
    ...(item.path === undefined ? {} : { path: item.path }),
    ...(item.date === undefined ? {} : { date: item.date }),
  };
}
