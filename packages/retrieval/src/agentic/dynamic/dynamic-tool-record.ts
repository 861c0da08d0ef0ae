/**
 * AGR-4: a tool made from what was found, kept as data. Whoever calls it is checked for access at that moment, so a
 * record gives no right of its own.
 */
export interface DynamicToolRecord {
  /** Valid for every provider: a letter first, then letters, digits, `_`; at most 64. */
  name: string;
  kind: 'more' | 'page';
  itemId: string;
  title: string;
  /** Chunks or pages the item has. */
  size: number;
  conversationId: string;
  ownerId: string;
  /** ISO 8601. */
  expiresAt: string;
  /** How promising the item was; the best are offered when there are too many. */
  promise: number;
}

/** Port: shared between servers, survives a restart. */
export interface DynamicToolStore {
  /** A record of the same conversation and name is renewed. */
  save(records: readonly DynamicToolRecord[]): Promise<void>;
  /** Those of this conversation and owner that are alive at `now`, most promising first. */
  list(options: {
    conversationId: string;
    ownerId: string;
    now: string;
    limit: number;
  }): Promise<DynamicToolRecord[]>;
}
