import type { ConnectorItem } from './connector.js';

/** Prefix of the pipeline of failed and skipped items. They are retried when they change or when a person asks. */
export const WITHOUT_ITEM = 'failed ';

/** What is stored for one item of a source. */
export interface KnownItem {
  id: string;
  revision: string;
  /** The pipeline it was read with. */
  pipeline: string;
  memo: string | null;
  /** Who may see it according to the source, as JSON. */
  access: string | null;
  /** The last run that listed it. */
  run: number;
  /** Set if it could not be read: its name for people, and the reason. */
  failedName: string | null;
  failedReason: string | null;
}

/** What is kept about a source between runs, and about an interrupted run (KB-10). */
export interface SourceMemory {
  get(id: string): Promise<KnownItem | null>;
  put(item: KnownItem): Promise<void>;
  /** This run listed the item, unchanged. */
  seen(id: string, run: number): Promise<void>;
  /** Items this run did not list. */
  notSeen(run: number): Promise<string[]>;
  remove(id: string): Promise<void>;
  /** Where an interrupted run continues. */
  checkpoint(cursor: string): Promise<void>;
  note(level: 'info' | 'warning' | 'error', text: string): Promise<void>;
}

/** The failure fields of an item; null without a reason. */
export function failureOf(
  item: ConnectorItem,
  reason: string | null,
): Pick<KnownItem, 'failedName' | 'failedReason'> {
  return { failedName: reason === null ? null : (item.path ?? item.name), failedReason: reason };
}
