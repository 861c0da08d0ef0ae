import { state } from './0001-state.js';
import { summaries } from './0002-summaries.js';
import { responses } from './0003-responses.js';
import { tokenCounts } from './0004-token-counts.js';
import { loginAddresses } from './0005-login-addresses.js';
import { conversationModel } from './0010-conversation-model.js';
import { knowledge } from './0101-knowledge.js';
import { postgresSearch } from './0110-postgres-search.js';
import { itemContentHash } from './0120-item-content-hash.js';
import { keptFolders } from './0121-kept-folders.js';
import { searchAccess } from './0122-search-access.js';
import { searchPartitions } from './0123-search-partitions.js';
import { wordSpelling } from './0124-word-spelling.js';
import { readingAttempts } from './0125-reading-attempts.js';
import { wordsByRule } from './0127-words-by-rule.js';
import { deletedItems } from './0128-deleted-items.js';
import { addSeenItems } from './0130-seen-items.js';
import { identities } from './0131-identities.js';
import { conversationChoices } from './0160-conversation-choices.js';
import { conversationLinks } from './0161-conversation-links.js';
import { auditLog } from './0170-audit-log.js';
import { sessionFacts } from './0171-session-facts.js';
import { spending } from './0172-spending.js';
import { secondFactors } from './0173-second-factors.js';
import { evidenceTables } from './0180-evidence-tables.js';
import { inquiries } from './0185-inquiries.js';
import { itemRevisions } from './0190-item-revisions.js';
import { itemDates } from './0191-item-dates.js';
import { connectedSources } from './0192-connected-sources.js';
import { setUpCodes } from './0193-set-up-codes.js';
import { ocrPages } from './0194-ocr-pages.js';
import { addFeedback } from './0195-feedback.js';
import { tableParts } from './0196-table-parts.js';
import { sourceFailures } from './0198-source-failures.js';
import { checkedEdits } from './0199-checked-edits.js';
import { filesOfItems } from './0200-files-of-items.js';
import { descriptors } from './0201-descriptors.js';
import { forgetAgentReading } from './0202-forget-agent-reading.js';
import { blockWords } from './0203-block-words.js';
import { errorCodes } from './0204-error-codes.js';
import { agentic } from './0301-agentic.js';
import type { Migration } from './migration.js';

/** All migrations, numbered by part of the store: 00xx state, 01xx knowledge, 02xx descriptors, 03xx agentic. */
export const migrations: readonly Migration[] = [
  state,
  summaries,
  responses,
  tokenCounts,
  loginAddresses,
  conversationModel,
  knowledge,
  postgresSearch,
  itemContentHash,
  keptFolders,
  searchAccess,
  searchPartitions,
  wordSpelling,
  readingAttempts,
  wordsByRule,
  deletedItems,
  addSeenItems,
  identities,
  conversationChoices,
  conversationLinks,
  auditLog,
  sessionFacts,
  spending,
  secondFactors,
  evidenceTables,
  inquiries,
  itemRevisions,
  itemDates,
  connectedSources,
  setUpCodes,
  ocrPages,
  addFeedback,
  tableParts,
  sourceFailures,
  checkedEdits,
  filesOfItems,
  descriptors,
  forgetAgentReading,
  blockWords,
  errorCodes,
  agentic,
];
