import { countLines } from './count-lines.js';
import { countedWhenAsked } from './counted-when-asked.js';
import { QuotaExceeded } from './errors/descriptor-errors.js';
import { defaultDescriptorSettings } from './descriptor-settings.js';
import type {
  DescriptorMetadata,
  DescriptorName,
  DescriptorOrigin,
  DescriptorStore,
} from './descriptor-store.js';
import { cutsPair } from './page-end.js';
import { pageStarts } from './page-starts.js';
import { referenceCategory } from './reference-category.js';

interface Entry {
  metadata: DescriptorMetadata;
  content: string;
}

/** State shared by all branches of one conversation. */
interface Space {
  entries: Entry[];
  nextNumber: number;
  /** An upper bound; computed exactly when needed. */
  usedBytes: number;
}

/** The whole content of a memory store, as JSON. */
export interface DescriptorSnapshot {
  entries: readonly { metadata: DescriptorMetadata; content: string }[];
  nextNumber: number;
}

/** The most UTF-8 bytes that one UTF-16 code unit takes. */
const MOST_BYTES_PER_UNIT = 3;
/** Up to this length, counting at once is faster than adding a lazy field. */
const COUNTED_AT_ONCE = 16_384;

/** The clock and the quota of a memory store. */
export interface MemoryDescriptorStoreOptions {
  /** ISO 8601. The engine has no clock itself. */
  now: () => string;
  quotaBytes?: number;
}

/**
 * Descriptors of one conversation in memory: for users of the library, for tests, and as the reference for other
 * stores.
 *
 * ```ts
 * import { MemoryDescriptorStore } from '@ibid/core';
 *
 * const store = new MemoryDescriptorStore({ now: () => new Date().toISOString() });
 * const origin = { kind: 'user-input', messageId: '1' } as const;
 * const { name, lines } = await store.create({ content: 'one\ntwo', origin });
 * console.log(name, lines, await store.read(name)); // 'fd:1' 2 'one\ntwo'
 * ```
 */
export class MemoryDescriptorStore implements DescriptorStore {
  readonly #options: MemoryDescriptorStoreOptions;
  readonly #space: Space;
  /** Null: all messages are on this branch. */
  readonly #messageIds: Set<string> | null;

  constructor(options: MemoryDescriptorStoreOptions, space?: Space, messageIds: Set<string> | null = null) {
    this.#options = options;
    this.#space = space ?? { entries: [], nextNumber: 1, usedBytes: 0 };
    this.#messageIds = messageIds;
  }

  /** The same conversation as one branch sees it, with only what these messages created. */
  branch(messageIds: Iterable<string>): MemoryDescriptorStore {
    return new MemoryDescriptorStore(this.#options, this.#space, new Set(messageIds));
  }

  /** For storing with the conversation. */
  snapshot(): DescriptorSnapshot {
    const { entries, nextNumber } = this.#space;
    return { entries, nextNumber };
  }

  static restore(snapshot: DescriptorSnapshot, options: MemoryDescriptorStoreOptions): MemoryDescriptorStore {
    const entries = [...snapshot.entries];
    return new MemoryDescriptorStore(options, {
      entries,
      nextNumber: snapshot.nextNumber,
      usedBytes: usedBy(entries),
    });
  }

  /** A separate conversation that starts with what this branch sees. */
  fork(): MemoryDescriptorStore {
    const entries = this.#visible();
    const space: Space = { entries, nextNumber: this.#space.nextNumber, usedBytes: 0 };
    space.usedBytes = usedBy(entries);
    return new MemoryDescriptorStore(this.#options, space, this.#messageIds && new Set(this.#messageIds));
  }

  async create(options: Parameters<DescriptorStore['create']>[0]): Promise<DescriptorMetadata> {
    const { content, reference, origin } = options;
    this.#claim(content);
    const name = reference === undefined ? `fd:${this.#space.nextNumber++}` : `ref:${reference}`;
    return this.#add({
      name,
      content,
      origin,
      category: options.category ?? referenceCategory({ content }),
      messageId: options.messageId ?? null,
    });
  }

  async describe(name: DescriptorName, version?: number): Promise<DescriptorMetadata | null> {
    return this.#find(name, version)?.metadata ?? null;
  }

  async read(
    name: DescriptorName,
    range?: { start: number; end: number },
    version?: number,
  ): Promise<string | null> {
    const entry = this.#find(name, version);
    if (!entry) return null;
    return range ? entry.content.slice(Math.max(0, range.start), Math.max(0, range.end)) : entry.content;
  }

  async lineOffsets(
    name: DescriptorName,
    lines: { from: number; count: number },
    version?: number,
  ): Promise<number[] | null> {
    const entry = this.#find(name, version);
    if (!entry) return null;
    const offsets: number[] = [];
    let offset = 0;
    for (let line = 1; offset < entry.content.length && offsets.length < lines.count; line += 1) {
      if (line >= lines.from) offsets.push(offset);
      const lineFeed = entry.content.indexOf('\n', offset);
      if (lineFeed === -1) break;
      offset = lineFeed + 1;
    }
    return offsets;
  }

  async pageStarts(name: DescriptorName, pageCharacters: number, version?: number): Promise<number[] | null> {
    const entry = this.#find(name, version);
    return entry ? pageStarts({ content: entry.content, pageCharacters }) : null;
  }

  async extract(options: Parameters<DescriptorStore['extract']>[0]): Promise<DescriptorMetadata | null> {
    const entry = this.#find(options.from, options.version);
    if (!entry) return null;
    const start = Math.max(0, options.range.start);
    const end = Math.max(start, options.range.end);
    const content = entry.content.slice(
      cutsPair(entry.content, start) ? start - 1 : start,
      cutsPair(entry.content, end) ? end + 1 : end,
    );
    return this.#add({
      name: `fd:${this.#space.nextNumber++}`,
      content,
      origin: { kind: 'extraction', from: options.from },
      category: entry.metadata.category,
      messageId: options.messageId ?? null,
    });
  }

  async list(kind: 'fd' | 'ref' | 'all'): Promise<DescriptorMetadata[]> {
    const newest = new Map<DescriptorName, DescriptorMetadata>();
    for (const { metadata } of this.#visible())
      if (kind === 'all' || metadata.name.startsWith(`${kind}:`)) newest.set(metadata.name, metadata);
    return [...newest.values()];
  }

  async versions(name: DescriptorName): Promise<DescriptorMetadata[]> {
    return this.#visible()
      .filter((entry) => entry.metadata.name === name)
      .map((entry) => entry.metadata);
  }

  /** Reserves quota for a content. The exact size is only counted if the upper bound would not fit. */
  #claim(content: string): void {
    const quotaBytes = this.#options.quotaBytes ?? defaultDescriptorSettings.quotaBytes;
    const most = content.length * MOST_BYTES_PER_UNIT;
    if (this.#space.usedBytes + most <= quotaBytes) {
      this.#space.usedBytes += most;
      return;
    }
    const usedBytes = usedBy(this.#space.entries);
    const neededBytes = Buffer.byteLength(content);
    if (usedBytes + neededBytes > quotaBytes)
      throw new QuotaExceeded({ what: 'This conversation', quotaBytes, usedBytes, neededBytes });
    this.#space.usedBytes = usedBytes + neededBytes;
  }

  #add(made: {
    name: DescriptorName;
    content: string;
    origin: DescriptorOrigin;
    category: DescriptorMetadata['category'];
    messageId: string | null;
  }): DescriptorMetadata {
    const { content, ...rest } = made;
    const known = {
      version: (this.#find(made.name)?.metadata.version ?? 0) + 1,
      characters: content.length,
      createdAt: this.#options.now(),
      ...rest,
    };
    const metadata: DescriptorMetadata =
      content.length > COUNTED_AT_ONCE
        ? countedLater(known, content)
        : { lines: countLines(content), bytes: Buffer.byteLength(content), ...known };
    if (made.messageId !== null) this.#messageIds?.add(made.messageId);
    this.#space.entries.push({ metadata, content });
    return metadata;
  }

  #visible(): Entry[] {
    const ids = this.#messageIds;
    return this.#space.entries.filter(
      ({ metadata }) => ids === null || metadata.messageId === null || ids.has(metadata.messageId),
    );
  }

  #find(name: DescriptorName, version?: number): Entry | undefined {
    return this.#visible().findLast(
      ({ metadata }) => metadata.name === name && (version === undefined || metadata.version === version),
    );
  }
}

/** Strings are immutable, so keeping one costs nothing, however long; counting through it does. */
function countedLater<Known extends object>(known: Known, content: string) {
  const counted = countedWhenAsked(known, 'lines', () => countLines(content));
  return countedWhenAsked(counted, 'bytes', () => Buffer.byteLength(content));
}

/** Extracts store no text themselves. */
function usedBy(entries: readonly Entry[]): number {
  return entries.reduce(
    (sum, { metadata }) => (metadata.origin.kind === 'extraction' ? sum : sum + metadata.bytes),
    0,
  );
}
