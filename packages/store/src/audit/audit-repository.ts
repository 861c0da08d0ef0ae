import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely';
import type { OpenDatabase } from '../database/open-database.js';
import { toJson } from '../database/json-text.js';
import type { Database } from '../database/schema.js';
import { decodeRowCursor } from '../state/cursor.js';
import type { RowPage } from '../state/cursor.js';
import { type AuditEvent, type AuditLine, type AuditRow, hashOfRow, toAuditLine } from './audit-event.js';
import { AuditChainReader, type AuditCheck, type AuditHead } from './verify-audit-chain.js';

/** Selects lines of the audit log. Fields left out do not filter. */
export interface AuditFilter {
  /** `login`, or a prefix: `conversation` matches every action that begins with it. */
  action?: string | undefined;
  actorId?: string | undefined;
  targetId?: string | undefined;
  outcome?: AuditEvent['outcome'] | undefined;
  /** `from` is inclusive, `to` is exclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

const CHAIN = 'chain';
const ROWS_PER_PAGE = 500;
/** The previous hash of the first line. */
const NOTHING_BEFORE = '0'.repeat(64);

/** ORG-2: the audit log. It is append-only; each line holds the hash of the one before it. */
export class AuditRepository {
  readonly #db: Kysely<Database>;
  readonly #dialect: OpenDatabase['dialect'];
  readonly #sign: (text: string) => string;

  /** `sign` seals the head of the log with a key that is not in the database. */
  constructor(options: { database: Pick<OpenDatabase, 'db' | 'dialect'>; sign: (text: string) => string }) {
    this.#db = options.database.db;
    this.#dialect = options.database.dialect;
    this.#sign = options.sign;
  }

  /** Appends from all processes are serialised. */
  append(event: AuditEvent): Promise<AuditLine> {
    return this.#db.transaction().execute(async (transaction) => {
      const head = await this.#lockedHead(transaction);
      return this.#appendAfter(transaction, head, event);
    });
  }

  /** Newest first. */
  async list(options: {
    filter?: AuditFilter;
    limit: number;
    cursor?: string | null | undefined;
  }): Promise<RowPage<AuditLine>> {
    const before = decodeRowCursor(options.cursor, 10);
    let query = filtered(this.#db.selectFrom('audit_events').selectAll(), options.filter ?? {});
    if (before > 0) query = query.where('seq', '<', before);
    const rows = await query
      .orderBy('seq', 'desc')
      .limit(options.limit + 1)
      .execute();
    const last = rows[options.limit - 1];
    return {
      rows: rows.slice(0, options.limit).map(toAuditLine),
      cursor: rows.length > options.limit && last ? String(last.seq) : null,
    };
  }

  /** All matching lines in order, a few hundred at a time. */
  async *pages(filter: AuditFilter = {}): AsyncGenerator<AuditLine[]> {
    for await (const rows of this.#rows(filter)) yield rows.map(toAuditLine);
  }

  /** Verifies the whole chain. `noted` is a line recorded elsewhere; the chain must still contain it unchanged. */
  async verify(options: { noted?: { seq: number; hash: string } | undefined } = {}): Promise<AuditCheck> {
    for (;;) {
      const head = await this.#head(this.#db);
      if (!head) return this.#verifyNothing(options.noted);
      const reader = new AuditChainReader(head);
      let isNotedThere = options.noted === undefined;
      for await (const rows of this.#rows({}, Number(head.seq))) {
        for (const row of rows) {
          reader.take(row);
          if (Number(row.seq) === options.noted?.seq && row.hash === options.noted.hash) isNotedThere = true;
        }
      }
      // Retention may have removed old lines meanwhile.
      const now = await this.#head(this.#db);
      if (now && Number(now.first_seq) !== Number(head.first_seq)) continue;
      const faults = reader.end({ isSealed: this.#sign(sealedText(head)) === head.seal });
      if (options.noted && !isNotedThere) faults.unshift(notThere(options.noted, Number(head.first_seq)));
      return { lines: reader.lines, head: { seq: Number(head.seq), hash: head.hash }, faults };
    }
  }

  /**
   * Removes lines older than `before` but keeps the newest one, and the chain continues. Returns how many were removed.
   */
  trim(before: string): Promise<number> {
    return this.#db.transaction().execute(async (transaction) => {
      const head = await this.#lockedHead(transaction);
      const kept = await transaction
        .selectFrom('audit_events')
        .select(['seq', 'previous_hash'])
        .where((where) => where.or([where('at', '>=', before), where('seq', '=', head.seq)]))
        .orderBy('seq')
        .limit(1)
        .executeTakeFirst();
      const lines = kept ? Number(kept.seq) - Number(head.first_seq) : 0;
      if (!kept || lines <= 0) return 0;
      const shorter = { ...head, first_seq: Number(kept.seq), first_previous_hash: kept.previous_hash };
      await this.#store(transaction, shorter);
      await transaction.deleteFrom('audit_events').where('seq', '<', kept.seq).execute();
      await this.#appendAfter(transaction, shorter, {
        actor: null,
        via: 'system',
        address: null,
        action: 'audit.trim',
        target: null,
        outcome: 'done',
        details: { lines, before },
      });
      return lines;
    });
  }

  /**
   * Adds a line and seals the head with another key. If the old seal does not match, the old key signs again, so a
   * broken log stays broken.
   */
  async resign(
    transaction: Transaction<Database>,
    sign: (text: string) => string,
    event: AuditEvent,
  ): Promise<void> {
    const head = await this.#lockedHead(transaction);
    const isWhole = head.seal === '' || this.#sign(sealedText(head)) === head.seal;
    const next = new AuditRepository({
      database: { db: this.#db, dialect: this.#dialect },
      sign: isWhole ? sign : (text) => this.#sign(text),
    });
    await next.#appendAfter(transaction, head, event);
  }

  async #appendAfter(
    transaction: Transaction<Database>,
    head: AuditHead,
    event: AuditEvent,
  ): Promise<AuditLine> {
    const row = {
      seq: Number(head.seq) + 1,
      at: new Date().toISOString(),
      actor_id: event.actor?.id ?? null,
      actor_name: event.actor?.name ?? null,
      via: event.via,
      address: event.address,
      action: event.action,
      target_kind: event.target?.kind ?? null,
      target_id: event.target?.id ?? null,
      outcome: event.outcome,
      details: toJson(event.details),
      previous_hash: head.hash,
    };
    const hash = hashOfRow(row);
    await transaction
      .insertInto('audit_events')
      .values({ ...row, hash })
      .execute();
    await this.#store(transaction, { ...head, seq: row.seq, hash });
    return toAuditLine({ ...row, hash });
  }

  async #store(transaction: Transaction<Database>, head: AuditHead): Promise<void> {
    const { first_seq, first_previous_hash, seq, hash } = head;
    await transaction
      .updateTable('audit_head')
      .set({ first_seq, first_previous_hash, seq, hash, seal: this.#sign(sealedText(head)) })
      .where('id', '=', CHAIN)
      .execute();
  }

  /** Locks the head until the transaction ends. */
  async #lockedHead(transaction: Transaction<Database>): Promise<AuditHead> {
    const start = {
      id: CHAIN,
      first_seq: 1,
      first_previous_hash: NOTHING_BEFORE,
      seq: 0,
      hash: NOTHING_BEFORE,
      seal: '',
    };
    const known = await this.#head(transaction, true);
    if (known) return known;
    await transaction
      .insertInto('audit_head')
      .values(start)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await this.#head(transaction, true)) ?? start;
  }

  async #head(db: Kysely<Database>, locked = false): Promise<AuditHead | null> {
    const query = db.selectFrom('audit_head').selectAll().where('id', '=', CHAIN);
    const isRowLocked = locked && this.#dialect === 'postgres';
    return (await (isRowLocked ? query.forUpdate() : query).executeTakeFirst()) ?? null;
  }

  async *#rows(filter: AuditFilter, upTo?: number): AsyncGenerator<AuditRow[]> {
    for (let after = 0; ;) {
      let query = filtered(this.#db.selectFrom('audit_events').selectAll(), filter).where('seq', '>', after);
      if (upTo !== undefined) query = query.where('seq', '<=', upTo);
      const rows = await query.orderBy('seq').limit(ROWS_PER_PAGE).execute();
      if (rows.length > 0) yield rows;
      if (rows.length < ROWS_PER_PAGE) return;
      after = Number(rows.at(-1)?.seq);
    }
  }

  async #verifyNothing(noted: { seq: number; hash: string } | undefined): Promise<AuditCheck> {
    const left = await this.#db.selectFrom('audit_events').select('seq').limit(1).executeTakeFirst();
    const faults = left ? ['The place where the log begins and ends is missing.'] : [];
    if (noted) faults.unshift(notThere(noted, 1));
    return { lines: 0, head: null, faults };
  }
}

function sealedText({ first_seq, first_previous_hash, seq, hash }: AuditHead): string {
  return JSON.stringify([Number(first_seq), first_previous_hash, Number(seq), hash]);
}

function notThere({ seq }: { seq: number }, first: number): string {
  return seq < first
    ? `Line ${seq} is no longer kept: the log begins with line ${first}.`
    : `Line ${seq} is not the one that was noted: the log was rewritten.`;
}

function filtered(
  query: SelectQueryBuilder<Database, 'audit_events', AuditRow>,
  filter: AuditFilter,
): SelectQueryBuilder<Database, 'audit_events', AuditRow> {
  const { action, actorId, targetId, outcome, from, to } = filter;
  let wanted = query;
  if (action !== undefined)
    wanted = wanted.where((where) =>
      where.or([where('action', '=', action), where('action', 'like', `${escaped(action)}.%`)]),
    );
  if (actorId !== undefined) wanted = wanted.where('actor_id', '=', actorId);
  if (targetId !== undefined) wanted = wanted.where('target_id', '=', targetId);
  if (outcome !== undefined) wanted = wanted.where('outcome', '=', outcome);
  if (from !== undefined) wanted = wanted.where('at', '>=', from);
  if (to !== undefined) wanted = wanted.where('at', '<', to);
  return wanted;
}

/** Actions consist of words and dots. Strips everything else. */
function escaped(action: string): string {
  return action.replaceAll(/[^\w.-]|_/gu, '');
}
