/**
 * AGR-4: a tool made from search results, stored as data. A record grants no access: each call checks the caller's
 * rights.
 */
export interface DynamicToolRecord {
  /** Valid for every provider: a letter, then letters, digits or `_`, at most 64 characters. */
  name: string;
  kind: 'more' | 'page';
  itemId: string;
  title: string;
  /** How many chunks or pages the item has. */
  size: number;
  conversationId: string;
  ownerId: string;
  /** ISO 8601. */
  expiresAt: string;
  /** How promising the item is. If there are too many tools, the most promising are offered. */
  promise: number;
}

/** Port. Shared between servers and kept across restarts. */
export interface DynamicToolStore {
  /** Replaces a record with the same conversation and name. */
  save(records: readonly DynamicToolRecord[]): Promise<void>;
  /** Records of this conversation and owner that have not expired at `now`, most promising first. */
  list(options: {
    conversationId: string;
    ownerId: string;
    now: string;
    limit: number;
  }): Promise<DynamicToolRecord[]>;
}
