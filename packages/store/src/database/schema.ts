import type { AgenticTables } from '../agentic/agentic-tables.js';
import type { AuditTables } from '../audit/audit-tables.js';
import type { DescriptorTables } from '../descriptors/descriptor-tables.js';
import type { EvidenceSchema } from '../evidence/evidence-schema.js';
import type { KnowledgeTables } from '../knowledge/knowledge-tables.js';
import type { StateTables } from '../state/state-tables.js';

/** Every table. Each part describes its own. */
export interface Database
  extends StateTables, KnowledgeTables, DescriptorTables, AgenticTables, AuditTables, EvidenceSchema {}
