import type { z } from 'zod';
import type { AccessRule } from '../knowledge/index.js';

/** Who may see an item besides the owner of the source. */
export type ItemReaders = Omit<AccessRule, 'ownerId'>;

/** One document of a source, without its content (KB-10). */
export interface ConnectorItem {
  /** Stable within the source: an address, a path, a message id, an object key. */
  id: string;
  /** Changes with the content: an etag, a hash, a number. Items with an unchanged revision are not read again. */
  revision: string;
  /** File name, with its extension if known. */
  name: string;
  /** The path within the source, for people. */
  path?: string;
  /** Where people can open it. */
  url?: string;
  mediaType?: string;
  size?: number;
  /** The document's date, ISO. */
  date?: string;
  title?: string;
  metadata?: Record<string, string>;
  /** A note of the connector's own, which `known` returns next time. */
  memo?: string;
}

export type ConnectorEvent =
  | { type: 'item'; item: ConnectorItem }
  /** Deleted at the source. Needed only in an incomplete list. */
  | { type: 'gone'; id: string }
  /** For the source's log: what was left out, and why. */
  | { type: 'note'; text: string }
  /** Confirms everything listed so far: an interrupted run continues with this cursor. For long lists. */
  | { type: 'checkpoint'; cursor: string };

export interface ListOptions {
  /** From the end of the last list, or from the last checkpoint of an interrupted one. Null: from the start. */
  cursor: string | null;
  /** What was stored for an item earlier. */
  known: (id: string) => Promise<{ revision: string; memo: string | null } | null>;
  /** A person has confirmed that the missing items are really gone. */
  acceptsLoss?: boolean;
  signal: AbortSignal;
}

export interface ListEnd {
  /** Passed to the next list. */
  cursor: string | null;
  /** True: items that were not listed have been deleted. False: the list has only changes, or has gaps. */
  complete: boolean;
}

export interface ReadItem {
  bytes: Uint8Array;
  /** If reading reveals more than listing did. */
  mediaType?: string;
  name?: string;
}

/**
 * An open source. An item is read, if at all, before the next event is requested.
 *
 * ```ts
 * import type { Connector } from '@ibid/retrieval';
 *
 * const shelf: Connector = {
 *   async *list() {
 *     yield { type: 'item', item: { id: 'tides', revision: '1', name: 'tides.txt' } };
 *     return { cursor: null, complete: true };
 *   },
 *   read: async () => ({ bytes: new TextEncoder().encode('High water is at noon.') }),
 * };
 * console.log((await shelf.list({ cursor: null, known: async () => null, signal: new AbortController().signal }).next()).done); // false
 * ```
 */
export interface Connector {
  /** Lists all items, or the changes since the cursor. */
  list(options: ListOptions): AsyncGenerator<ConnectorEvent, ListEnd>;
  /** Throws `ConnectorError('too-large')` for more than `maxBytes`. */
  read(item: ConnectorItem, options: { signal: AbortSignal; maxBytes: number }): Promise<ReadItem>;
  /** Who may see one item, if the source knows. Null, or without this method: the source's rule applies. */
  visibleTo?(item: ConnectorItem): Promise<ItemReaders | null>;
  close?(): Promise<void>;
}

/** A connector's only access to the network: every address is resolved and checked before connecting. */
export interface ConnectorNetwork {
  /**
   * Like the standard `fetch`, for http and https. Redirects are followed unless `redirect` is `manual`. Credentials
   * (authorization, cookies) are not sent to another origin.
   */
  fetch(url: string | URL, init?: ConnectorRequest): Promise<Response>;
  /** For other protocols: the numeric address to connect to for this host. Throws if it is not allowed. */
  addressOf(host: string, port: number): Promise<string>;
}

export interface ConnectorRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  redirect?: 'follow' | 'manual';
  signal?: AbortSignal;
}

export interface ConnectorTools {
  network: ConnectorNetwork;
  /** Throws, in words for people, if a local folder may not be read. If absent, no folder may be read. */
  assertFolder?: (path: string) => Promise<void>;
  signal: AbortSignal;
}

/** A kind of source. The form, the API and the command's options are generated from `settings`. */
export interface ConnectorKind<Settings extends object = object> {
  /** Short and stable: `site`, `git`. */
  kind: string;
  label: string;
  description: string;
  /**
   * An object schema. Each field has `.meta({ title, description })` for the form; a choice also has `choiceLabels`.
   */
  settings: z.ZodType<Settings>;
  /** Fields that are encrypted at rest and never sent back. */
  secrets: readonly string[];
  open(settings: Settings, tools: ConnectorTools): Promise<Connector>;
}

/**
 * Defines a kind of source for `createServer({ connectors })`. `open` gets its settings typed.
 *
 * ```ts
 * import { defineConnector } from '@ibid/retrieval';
 * import { z } from 'zod';
 *
 * const empty = defineConnector({
 *   kind: 'empty',
 *   label: 'Empty shelf',
 *   description: 'Nothing at all.',
 *   settings: z.object({ shelf: z.string().meta({ title: 'Shelf' }) }),
 *   secrets: [],
 *   open: async () => ({
 *     async *list() {
 *       return { cursor: null, complete: true };
 *     },
 *     read: async () => ({ bytes: new Uint8Array() }),
 *   }),
 * });
 * console.log(empty.kind); // 'empty'
 * ```
 */
export function defineConnector<Settings extends object>(
  kind: ConnectorKind<Settings> & { secrets: readonly (keyof Settings & string)[] },
): ConnectorKind {
  return kind;
}
