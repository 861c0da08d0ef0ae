import { sql } from 'kysely';
import type { Migration } from './migration.js';

/**
 * ORG-2: the audit log. Each line holds the hash of the previous one. `audit_head` holds the start and end of the chain
 * and is the row that writers queue for. Lines cannot be changed, and can only be deleted once the chain begins after
 * them.
 */
export const auditLog: Migration = {
  name: '0170-audit-log',
  async up(db, dialect) {
    const number = dialect === 'sqlite' ? 'integer' : 'bigint';
    const statements = [
      `create table audit_events (
        seq ${number} primary key,
        at text not null,
        actor_id text,
        actor_name text,
        via text not null,
        address text,
        action text not null,
        target_kind text,
        target_id text,
        outcome text not null,
        details text not null,
        previous_hash text not null,
        hash text not null
      )`,
      'create index audit_events_at on audit_events (at)',
      `create table audit_head (
        id text primary key,
        first_seq ${number} not null,
        first_previous_hash text not null,
        seq ${number} not null,
        hash text not null,
        seal text not null
      )`,
      ...(dialect === 'sqlite' ? onSqlite : onPostgres),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const KEPT = 'exists (select 1 from audit_head where old.seq >= first_seq)';
const REFUSAL = 'Lines of the audit log cannot be changed';

const onSqlite = [
  `create trigger audit_events_changed before update on audit_events begin select raise(abort, '${REFUSAL}'); end`,
  `create trigger audit_events_deleted before delete on audit_events when ${KEPT} begin select raise(abort, '${REFUSAL}'); end`,
];

const onPostgres = [
  `create function ibid_audit_kept() returns trigger language plpgsql as
    $body$begin
      if tg_op = 'DELETE' and not ${KEPT} then return old; end if;
      raise exception '${REFUSAL}';
    end$body$`,
  'create trigger audit_events_changed before update or delete on audit_events for each row execute function ibid_audit_kept()',
];
