import type { JsonValue } from '@ibid/core/internal';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';

/**
 * ANS-2, ANS-3: a question that takes more than a turn, with what it has found so far. It belongs to who asked it.
 */
export interface Inquiry {
  id: string;
  ownerId: string;
  kind: 'contradictions' | 'report';
  question: string;
  /** What is asked, of what. */
  input: JsonValue;
  /** What is done of it. */
  work: JsonValue;
  /** The job that does it, or did; null: it was not begun. */
  jobId: string | null;
  createdAt: string;
  updatedAt: string;
}

/**
 * Questions that take more than a turn: reports, and looking for contradictions.
 */
export class InquiryRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async create(inquiry: Pick<Inquiry, 'ownerId' | 'kind' | 'question' | 'input' | 'work'>): Promise<Inquiry> {
    const now = new Date().toISOString();
    const row = {
      id: newId(),
      owner_id: inquiry.ownerId,
      kind: inquiry.kind,
      question: inquiry.question,
      input: JSON.stringify(inquiry.input),
      work: JSON.stringify(inquiry.work),
      job_id: null,
      created_at: now,
      updated_at: now,
    };
    await this.#db.insertInto('inquiries').values(row).execute();
    return toInquiry(row);
  }

  async get(ownerId: string, id: string): Promise<Inquiry | null> {
    const row = await this.#db
      .selectFrom('inquiries')
      .selectAll()
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirst();
    return row ? toInquiry(row) : null;
  }

  /** Newest first. */
  async list(ownerId: string, kind: Inquiry['kind'], limit: number): Promise<Inquiry[]> {
    const rows = await this.#db
      .selectFrom('inquiries')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(toInquiry);
  }

  async update(
    id: string,
    change: Partial<Pick<Inquiry, 'question' | 'input' | 'work' | 'jobId'>>,
  ): Promise<void> {
    await this.#db
      .updateTable('inquiries')
      .set({
        ...(change.question === undefined ? {} : { question: change.question }),
        ...(change.input === undefined ? {} : { input: JSON.stringify(change.input) }),
        ...(change.work === undefined ? {} : { work: JSON.stringify(change.work) }),
        ...(change.jobId === undefined ? {} : { job_id: change.jobId }),
        updated_at: new Date().toISOString(),
      })
      .where('id', '=', id)
      .execute();
  }

  /** ORG-3: gives what was found from items that were deleted to `without`, and keeps what it leaves. */
  async forgetDeleted(without: (inquiry: Inquiry, deleted: ReadonlySet<string>) => JsonValue): Promise<void> {
    const rows = await this.#db
      .selectFrom('inquiries')
      .innerJoin('deleted_items', (join) =>
        join.on(sql<boolean>`inquiries.work like '%' || deleted_items.id || '%'`),
      )
      .selectAll('inquiries')
      .select('deleted_items.id as item_id')
      .execute();
    const found = new Map<string, { inquiry: Inquiry; deleted: Set<string> }>();
    for (const { item_id: itemId, ...row } of rows) {
      const { inquiry, deleted } = found.get(row.id) ?? { inquiry: toInquiry(row), deleted: new Set() };
      found.set(row.id, { inquiry, deleted: deleted.add(itemId) });
    }
    for (const { inquiry, deleted } of found.values())
      await this.#db
        .updateTable('inquiries')
        .set({ work: JSON.stringify(without(inquiry, deleted)) })
        .where('id', '=', inquiry.id)
        .execute();
  }

  async delete(ownerId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('inquiries')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

function toInquiry(row: Selectable<Database['inquiries']>): Inquiry {
  return {
    id: row.id,
    ownerId: row.owner_id,
    kind: row.kind,
    question: row.question,
    input: JSON.parse(row.input) as JsonValue,
    work: JSON.parse(row.work) as JsonValue,
    jobId: row.job_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
