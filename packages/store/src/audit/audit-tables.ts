import type { JsonText } from '../database/json-text.js';
import type { AuditEvent } from './audit-event.js';

/** ORG-2. */
export interface AuditTables {
  audit_events: {
    /** 1, 2, 3, … without gaps. */
    seq: number;
    at: string;
    /** Null: nobody was logged in. */
    actor_id: string | null;
    /** The name at that time; users may be renamed or deleted. */
    actor_name: string | null;
    via: string;
    address: string | null;
    action: string;
    target_kind: string | null;
    target_id: string | null;
    outcome: 'done' | 'refused' | 'failed';
    /** Field names, counts and kinds. Contains no user content. */
    details: JsonText<AuditEvent['details']>;
    previous_hash: string;
    hash: string;
  };
  /** A single row: where the chain begins and ends. */
  audit_head: {
    id: string;
    first_seq: number;
    /** Hash of the last line that retention removed. */
    first_previous_hash: string;
    seq: number;
    hash: string;
    /** Signature over all fields above, by a key that is not in the database. */
    seal: string;
  };
}
