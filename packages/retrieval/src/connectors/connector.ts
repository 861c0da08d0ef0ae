import type { z } from 'zod';
import type { AccessRule } from '../knowledge/index.js';

/** Who may see an item besides the owner of the source. */
export type ItemReaders = Omit<AccessRule, 'ownerId'>;

/** One document of a source, without its content (KB-10). */
export interface ConnectorItem {
  /** Stable within the source: an address, a path, the id of a message, the key of an object. */
  id: string;
  /** Changes when the content does: an etag, a hash, a number. What has the same one is not read again. */
  revision: string;
  /** File name, with its ending where it is known. */
  name: string;
  /** Where it lies in the source, for people. */
  path?: string;
  /** Where people can open it. */
  url?: string;
  mediaType?: string;
  size?: number;
  /** The day the document is of, ISO. */
  date?: string;
  title?: string;
  metadata?: Record<string, string>;
  /** What the connector wants to be told again of this item by `known` next time. */
  memo?: string;
}

export type ConnectorEvent =
  | { type: 'item'; item: ConnectorItem }
  /** Deleted there. Needed only in a list that is not complete. */
  | { type: 'gone'; id: string }
  /** For the source's log: something was left out, and why. */
  | { type: 'note'; text: string }
  /** All that was named until now counts: a run that is cut off continues with this cursor. For lists that take long. */
  | { type: 'checkpoint'; cursor: string };

export interface ListOptions {
  /** That of the last list's end, or of the last checkpoint of one that was cut off. Null: from the start. */
  cursor: string | null;
  /** What was added of an item earlier. */
  known: (id: string) => Promise<{ revision: string; memo: string | null } | null>;
  /** A person has said that what is missing is meant to be: nothing has to be doubted. */
  acceptsLoss?: boolean;
  signal: AbortSignal;
}

export interface ListEnd {
  /** Given to the next list. */
  cursor: string | null;
  /** True: what was not named has been deleted there. False: only what changed was named, or the list has gaps. */
  complete: boolean;
}

export interface ReadItem {
  bytes: Uint8Array;
  /** Where reading tells more than listing did. */
  mediaType?: string;
  name?: string;
}

/**
 * An open source. Each item is read, if at all, before the next event is asked for.
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
  /** Names what there is, or what changed since the cursor. */
  list(options: ListOptions): AsyncGenerator<ConnectorEvent, ListEnd>;
  /** Fails with `ConnectorError('too-large')` for more than `maxBytes`. */
  read(item: ConnectorItem, options: { signal: AbortSignal; maxBytes: number }): Promise<ReadItem>;
  /** Who may see one item, where the source knows. Null, or no such method: the rule of the source holds. */
  visibleTo?(item: ConnectorItem): Promise<ItemReaders | null>;
  close?(): Promise<void>;
}

/** The only ways out: every address is looked up and checked before it is connected to. */
export interface ConnectorNetwork {
  /**
   * Like the `fetch` everybody knows, for http and https. Redirects are followed unless `redirect` is `manual`; what
   * lets one in (authorization, cookies) is not sent on to another origin.
   */
  fetch(url: string | URL, init?: ConnectorRequest): Promise<Response>;
  /** For other protocols: the numeric address to connect to for this host; throws where that is not allowed. */
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
  /** Throws where a folder of this machine may not be read, in words for people. Without it, none may. */
  assertFolder?: (path: string) => Promise<void>;
  signal: AbortSignal;
}

/** A kind of source. `settings` is what a person fills in: it makes the form, the API and the options of the command. */
export interface ConnectorKind<Settings extends object = object> {
  /** Short and stable: `site`, `git`. */
  kind: string;
  label: string;
  description: string;
  /** An object; each field with `.meta({ title, description })` for the form, a choice also with `choiceLabels`. */
  settings: z.ZodType<Settings>;
  /** Fields that are sealed at rest and never sent back. */
  secrets: readonly string[];
  open(settings: Settings, tools: ConnectorTools): Promise<Connector>;
}

/**
 * A kind of source, given to `createServer({ connectors })`. Its own settings are known to `open`.
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
