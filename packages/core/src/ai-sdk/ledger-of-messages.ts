import type { Source, SourceLedgerSnapshot } from '../sources/source.js';

/**
 * The part of a page's message that is used here.
 *
 * ```ts
 * import type { MessageWithMetadata } from '@ibid/core/ai-sdk';
 *
 * const message: MessageWithMetadata = { metadata: { ibid: { sources: [] } } };
 * ```
 */
export interface MessageWithMetadata {
  metadata?: unknown;
}

/**
 * The ledger that the newest answer carries under `metadata.ibid.ledger`. It comes from a client, so only well-formed
 * entries are accepted: numbers from 1 without a gap, each with its item.
 */
export function ledgerOfMessages(messages: readonly MessageWithMetadata[]): SourceLedgerSnapshot {
  for (const { metadata } of messages.toReversed()) {
    const carried = field(field(field(metadata, 'ibid'), 'ledger'), 'sources');
    if (!Array.isArray(carried)) continue;
    const sources: Source[] = [];
    for (const one of carried as unknown[]) {
      const source = readSource(one, sources.length + 1);
      if (!source) break;
      sources.push(source);
    }
    return { sources };
  }
  return { sources: [] };
}

const ORIGINS = ['tool', 'file', 'project', 'web'] as const;

function readSource(value: unknown, number: number): Source | null {
  const [itemId, title, url] = [field(value, 'itemId'), field(value, 'title'), field(value, 'url')];
  if (field(value, 'number') !== number || typeof itemId !== 'string' || typeof title !== 'string')
    return null;
  const origin = ORIGINS.find((known) => known === field(value, 'origin')) ?? 'tool';
  return { number, itemId, title, ...(typeof url === 'string' ? { url } : {}), origin };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
