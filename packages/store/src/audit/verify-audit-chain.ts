import type { Selectable } from 'kysely';
import { type AuditRow, hashOfRow } from './audit-event.js';
import type { AuditTables } from './audit-tables.js';

export type AuditHead = Selectable<AuditTables['audit_head']>;

/** The result of verifying the whole audit log. */
export interface AuditCheck {
  lines: number;
  /**
   * The last line; null for an empty log. Recorded elsewhere, it later proves that nothing up to here was rewritten.
   */
  head: { seq: number; hash: string } | null;
  /** The first faults found, with their places. */
  faults: string[];
}

const MOST_FAULTS = 20;

/** Verifies the chain line by line. Lines must be passed in order. */
export class AuditChainReader {
  readonly #head: AuditHead;
  readonly #faults: string[] = [];
  #next: number;
  #previous: string;
  lines = 0;

  constructor(head: AuditHead) {
    this.#head = head;
    this.#next = Number(head.first_seq);
    this.#previous = head.first_previous_hash;
  }

  take(row: AuditRow): void {
    const seq = Number(row.seq);
    this.lines += 1;
    const isGap = seq !== this.#next;
    if (isGap) this.#fault(missing(this.#next, seq - 1));
    if (hashOfRow(row) !== row.hash) this.#fault(`Line ${seq} was changed.`);
    else if (!isGap && row.previous_hash !== this.#previous)
      this.#fault(`Line ${seq} does not follow the line before it: one of them was changed or moved.`);
    this.#next = seq + 1;
    this.#previous = row.hash;
  }

  end(options: { isSealed: boolean }): string[] {
    const last = Number(this.#head.seq);
    if (this.#next <= last) this.#fault(missing(this.#next, last));
    else if (this.#previous !== this.#head.hash)
      this.#fault(`Line ${last} is not the one that was written last.`);
    if (!options.isSealed)
      this.#fault(
        'The seal does not match: the log was rewritten, or written by a server with another secret key (secret.key, IBID_SECRET).',
      );
    return this.#faults;
  }

  #fault(text: string): void {
    if (this.#faults.length < MOST_FAULTS) this.#faults.push(text);
  }
}

function missing(from: number, to: number): string {
  return from >= to ? `Line ${from} is missing.` : `Lines ${from} to ${to} are missing.`;
}
