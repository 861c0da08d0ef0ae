import type { ConnectorItem } from './connector.js';

/** Begins the pipeline of what nothing could be made of: tried again when it changes, or somebody asks. */
export const WITHOUT_ITEM = 'failed ';

/** What was added of one item of a source. */
export interface KnownItem {
  id: string;
  revision: string;
  /** With what it was read. */
  pipeline: string;
  memo: string | null;
  /** Who may see it as the source said, as JSON. */
  access: string | null;
  /** That named it last. */
  run: number;
  /** Set where nothing could be made of it: what people call it, and why. */
  failedName: string | null;
  failedReason: string | null;
}

/** What is remembered of a source between runs, and of a run that was cut off (KB-10). */
export interface SourceMemory {
  get(id: string): Promise<KnownItem | null>;
  put(item: KnownItem): Promise<void>;
  /** It was named by this run, as it is known. */
  seen(id: string, run: number): Promise<void>;
  /** What this run did not name. */
  notSeen(run: number): Promise<string[]>;
  remove(id: string): Promise<void>;
  /** Where a run that is cut off continues. */
  checkpoint(cursor: string): Promise<void>;
  note(level: 'info' | 'warning' | 'error', text: string): Promise<void>;
}

/** What is remembered of an item that could not be read; without a reason it could. */
export function failureOf(
  item: ConnectorItem,
  reason: string | null,
): Pick<KnownItem, 'failedName' | 'failedReason'> {
  return { failedName: reason === null ? null : (item.path ?? item.name), failedReason: reason };
}
