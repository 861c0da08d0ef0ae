import type { AuditTables } from '../audit/audit-tables.js';
import type { DescriptorTables } from '../descriptors/descriptor-tables.js';
import type { EvidenceSchema } from '../evidence/evidence-schema.js';
import type { KnowledgeTables } from '../knowledge/knowledge-tables.js';
import type { AccountTables } from '../state/account-tables.js';
import type { ConversationTables } from '../state/conversation-tables.js';
import type { WorkTables } from '../state/work-tables.js';

/** All tables. Each part declares its own. */
export interface Database
  extends StateTables, KnowledgeTables, DescriptorTables, AgenticTables, AuditTables, EvidenceSchema {}

/**
 * Tables of users, conversations and everything around them. Conventions that let the same queries run on both
 * databases: ids and JSON are text (`JsonText` declares the shape), booleans are 0 or 1, times are ISO 8601 text.
 */
interface StateTables extends AccountTables, ConversationTables, WorkTables {}

/** AGR-4, AGR-8. */
interface AgenticTables {
  dynamic_tools: {
    conversation_id: string;
    name: string;
    owner_id: string;
    kind: 'more' | 'page';
    item_id: string;
    title: string;
    size: number;
    expires_at: string;
    promise: number;
  };
}
