import type { Source, SourceLedgerSnapshot } from './source.js';
import { withFields } from '../messages/with-fields.js';

/**
 * Assigns source numbers in order of first appearance, from 1. Numbers are never changed, moved or reused. A fork
 * starts from its parent's snapshot and continues independently.
 *
 * ```ts
 * import { SourceLedger } from '@ibid/core';
 *
 * const ledger = new SourceLedger();
 * ledger.assign({ itemId: 'water', title: 'Water', origin: 'tool' });
 * ledger.assign({ itemId: 'water', title: 'Water', origin: 'tool' }); // the same item, the same number
 * console.log(ledger.byItem('water')?.number, ledger.size); // 1 1
 * ```
 */
export class SourceLedger {
  readonly #byItem = new Map<string, Source>();
  readonly #byNumber: Source[] = [];

  constructor(snapshot?: SourceLedgerSnapshot) {
    for (const source of snapshot?.sources ?? []) {
      this.#byItem.set(source.itemId, source);
      this.#byNumber[source.number - 1] = source;
    }
  }

  /** The item's number, assigned now if it has none. Title and address stay those of the first appearance. */
  assign(item: Omit<Source, 'number'>): Source {
    const known = this.#byItem.get(item.itemId);
    if (known) return known;
    // Set last, so no number passed in can override it.
    const source: Source = withFields(item, { number: this.#byNumber.length + 1 });
    this.#byItem.set(item.itemId, source);
    this.#byNumber.push(source);
    return source;
  }

  byItem(itemId: string): Source | undefined {
    return this.#byItem.get(itemId);
  }

  byNumber(number: number): Source | undefined {
    return this.#byNumber[number - 1];
  }

  /** A ledger for a fork: it has every number assigned so far and continues independently. */
  fork(): SourceLedger {
    return new SourceLedger(this.snapshot());
  }

  get size(): number {
    return this.#byNumber.length;
  }

  snapshot(): SourceLedgerSnapshot {
    return { sources: [...this.#byNumber] };
  }
}
