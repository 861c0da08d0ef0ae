/**
 * What a number stands for in a conversation: one item, whatever tool or turn brought it.
 *
 * ```ts
 * import type { Source } from '@ibid/core';
 *
 * const listed = ({ number, title, url }: Source) => `${number}. ${title}${url ? ` <${url}>` : ''}`;
 * ```
 */
export interface Source {
  number: number;
  itemId: string;
  title: string;
  url?: string;
  /** Where it came from first. */
  origin: 'tool' | 'file' | 'project' | 'web';
}

/**
 * The part of the ledger that is stored; numbers are given once, in order, and never change.
 *
 * ```ts
 * import type { SourceLedgerSnapshot } from '@ibid/core';
 *
 * const ledger: SourceLedgerSnapshot = {
 *   sources: [{ number: 1, itemId: 'budget', title: 'Budget', origin: 'tool' }],
 * };
 * ```
 */
export interface SourceLedgerSnapshot {
  sources: Source[];
}
