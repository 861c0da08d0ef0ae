import type { JsonText } from '../database/json-text.js';
import type { AuditEvent } from './audit-event.js';

/** ORG-2. */
export interface AuditTables {
  audit_events: {
    /** 1, 2, 3, … without a gap. */
    seq: number;
    at: string;
    /** Null: nobody was logged in. */
    actor_id: string | null;
    /** As it was then: users come and go. */
    actor_name: string | null;
    via: string;
    address: string | null;
    action: string;
    target_kind: string | null;
    target_id: string | null;
    outcome: 'done' | 'refused' | 'failed';
    /** Names of fields, counts, kinds; nothing that a person wrote. */
    details: JsonText<AuditEvent['details']>;
    previous_hash: string;
    hash: string;
  };
  /** One row, where the chain begins and ends. */
  audit_head: {
    id: string;
    first_seq: number;
    /** Of the last line that is no longer kept. */
    first_previous_hash: string;
    seq: number;
    hash: string;
    /** Of all the above, by a key that is not in the database. */
    seal: string;
  };
}
