import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import { newId } from '../database/new-id.js';
import { fromJson, toJson } from '../database/json-text.js';
import type { Database } from '../database/schema.js';
import type { Inquiry, InquiryKind } from './inquiry.js';

/** Inquiries that take more than a turn: reports and contradiction searches. */
export class InquiryRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async create<Kind extends InquiryKind>(
    inquiry: Pick<Inquiry<Kind>, 'ownerId' | 'kind' | 'question' | 'input' | 'work'>,
  ): Promise<Inquiry<Kind>> {
    const now = new Date().toISOString();
    const row: Selectable<Database['inquiries']> = {
      id: newId(),
      owner_id: inquiry.ownerId,
      kind: inquiry.kind,
      question: inquiry.question,
      input: toJson<Inquiry['input']>(inquiry.input),
      work: toJson<Inquiry['work']>(inquiry.work),
      job_id: null,
      created_at: now,
      updated_at: now,
    };
    await this.#db.insertInto('inquiries').values(row).execute();
    return toInquiry(row);
  }

  async get<Kind extends InquiryKind>(
    ownerId: string,
    kind: Kind,
    id: string,
  ): Promise<Inquiry<Kind> | null> {
    const row = await this.#db
      .selectFrom('inquiries')
      .selectAll()
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .where('kind', '=', kind)
      .executeTakeFirst();
    return row ? toInquiry(row) : null;
  }

  /** Newest first. */
  async list<Kind extends InquiryKind>(ownerId: string, kind: Kind, limit: number): Promise<Inquiry<Kind>[]> {
    const rows = await this.#db
      .selectFrom('inquiries')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => toInquiry<Kind>(row));
  }

  async update(
    id: string,
    change: Partial<Pick<Inquiry, 'question' | 'input' | 'work' | 'jobId'>>,
  ): Promise<void> {
    await this.#db
      .updateTable('inquiries')
      .set({
        ...(change.question === undefined ? {} : { question: change.question }),
        ...(change.input === undefined ? {} : { input: toJson(change.input) }),
        ...(change.work === undefined ? {} : { work: toJson(change.work) }),
        ...(change.jobId === undefined ? {} : { job_id: change.jobId }),
        updated_at: new Date().toISOString(),
      })
      .where('id', '=', id)
      .execute();
  }

  /** ORG-3: lets `without` remove results from deleted items, and stores what is left. */
  async forgetDeleted(
    without: (inquiry: Inquiry, deleted: ReadonlySet<string>) => Inquiry['work'],
  ): Promise<void> {
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
        .set({ work: toJson(without(inquiry, deleted)) })
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

/** The kind determines the types of its fields. */
function toInquiry<Kind extends InquiryKind>(row: Selectable<Database['inquiries']>): Inquiry<Kind> {
  return {
    id: row.id,
    ownerId: row.owner_id,
    kind: row.kind,
    question: row.question,
    input: fromJson(row.input),
    work: fromJson(row.work),
    jobId: row.job_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  } as Inquiry<Kind>;
}
