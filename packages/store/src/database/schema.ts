import type { AgenticTables } from '../agentic/agentic-tables.js';
import type { AuditTables } from '../audit/audit-tables.js';
import type { DescriptorTables } from '../descriptors/descriptor-tables.js';
import type { KnowledgeTables } from '../knowledge/knowledge-tables.js';
import type { StateTables } from '../state/state-tables.js';

/**
 * Every table. Each part describes its own.
 *
 * ```ts
 * import type { Database } from '@ibid/store';
 *
 * type Messages = Database['messages'];
 * const textOf = (row: Pick<Messages, 'text'>) => row.text;
 * ```
 */
export interface Database
  extends StateTables, KnowledgeTables, DescriptorTables, AgenticTables, AuditTables {}
