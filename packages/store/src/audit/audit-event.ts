import { createHash } from 'node:crypto';
import type { JsonValue } from '@ibid/core';
import type { Selectable } from 'kysely';
import type { AuditTables } from './audit-tables.js';
import { fromJson } from '../database/json-text.js';

/** ORG-2: who did what, when, from where, and the outcome. Contains no user content. */
export interface AuditEvent {
  /** Null: nobody was logged in. */
  actor: { id: string; name: string } | null;
  /** `session`, `key`, `local`, `command` or `system`. */
  via: string;
  address: string | null;
  /** E.g. `login`, `conversation.delete`. */
  action: string;
  target: { kind: string; id: string } | null;
  outcome: 'done' | 'refused' | 'failed';
  details: Record<string, JsonValue>;
}

/** A line of the audit log, with its place in the chain. */
export interface AuditLine extends AuditEvent {
  seq: number;
  at: string;
  previousHash: string;
  hash: string;
}

export type AuditRow = Selectable<AuditTables['audit_events']>;

/** Hashes the stored texts in this order. Anybody can recompute it from an export. */
export function hashOfRow(row: Omit<AuditRow, 'hash'>): string {
  const fields = [
    Number(row.seq),
    row.at,
    row.actor_id,
    row.actor_name,
    row.via,
    row.address,
    row.action,
    row.target_kind,
    row.target_id,
    row.outcome,
    row.details,
    row.previous_hash,
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

export function toAuditLine(row: AuditRow): AuditLine {
  return {
    seq: Number(row.seq),
    at: row.at,
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? row.actor_id },
    via: row.via,
    address: row.address,
    action: row.action,
    target: row.target_kind === null ? null : { kind: row.target_kind, id: row.target_id ?? '' },
    outcome: row.outcome,
    details: fromJson(row.details),
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}
