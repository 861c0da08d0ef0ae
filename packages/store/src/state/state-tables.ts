import type { AccountTables } from './account-tables.js';
import type { ConversationTables } from './conversation-tables.js';
import type { WorkTables } from './work-tables.js';

/**
 * Tables of users, conversations and everything around them. Conventions for both databases: ids and JSON are text
 * (`JsonText` says what it holds), booleans are 0 or 1, times are ISO 8601 text, so that one query code serves both.
 */
export interface StateTables extends AccountTables, ConversationTables, WorkTables {}
