/**
 * What a source number denotes in a conversation: one item, whichever tool or turn found it.
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
  /** How it first came into the conversation. */
  origin: 'tool' | 'file' | 'project' | 'web';
}

/**
 * The stored part of the ledger. Numbers are assigned once, in order, and never change.
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
