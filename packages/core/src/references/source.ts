/** What a number stands for in a conversation: one item, whatever tool or turn brought it (REF-2). */
export interface Source {
  number: number;
  itemId: string;
  title: string;
  url?: string;
  /** Where it came from first. */
  origin: 'tool' | 'file' | 'project' | 'web';
}

/** The part of the ledger that is stored; numbers are given once, in order, and never change. */
export interface SourceLedgerSnapshot {
  sources: Source[];
}
