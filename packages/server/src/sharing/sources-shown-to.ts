import type { SourceLedgerSnapshot } from '@ibid/core';
import type { Services } from '../services.js';
import { withholdSource } from './withhold.js';
import type { Withholding } from './withholding.js';

/** The numbered sources of a conversation, with hidden ones marked. */
export async function sourcesShownTo(
  services: Pick<Services, 'sources'>,
  conversationId: string,
  withholding: Withholding | null,
): Promise<SourceLedgerSnapshot> {
  const ledger = await services.sources.load(conversationId);
  if (!withholding) return ledger;
  return { sources: ledger.sources.map((source) => withholdSource(source, withholding)) };
}
