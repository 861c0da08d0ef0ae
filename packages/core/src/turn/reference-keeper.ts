import type { DescriptorStore } from '../descriptors/descriptor-store.js';
import type { WrittenReference } from './answer-stream.js';
import type { TurnWriter } from './turn-writer.js';

/** Stores references while the answer streams, in the order in which their tags closed. */
export class ReferenceKeeper {
  readonly #store: DescriptorStore | null;
  readonly #writer: TurnWriter;
  readonly #turnId: string;
  readonly #messageId: string;
  #last: Promise<void> = Promise.resolve();

  constructor(options: {
    store: DescriptorStore | null;
    writer: TurnWriter;
    turnId: string;
    messageId: string;
  }) {
    this.#store = options.store;
    this.#writer = options.writer;
    this.#turnId = options.turnId;
    this.#messageId = options.messageId;
  }

  readonly keep = (reference: WrittenReference): void => {
    const store = this.#store;
    if (!store) return;
    this.#last = this.#last.then(() => this.#create(store, reference));
  };

  /** Resolves when everything written so far is stored, so a call of the same step can use it (FD-2). */
  settled(): Promise<void> {
    return this.#last;
  }

  async #create(store: DescriptorStore, reference: WrittenReference): Promise<void> {
    try {
      const metadata = await store.create({
        content: reference.content,
        reference: reference.name,
        origin: { kind: 'reference', turnId: this.#turnId },
        messageId: this.#messageId,
        ...(reference.category === undefined ? {} : { category: reference.category }),
      });
      this.#writer.reference(metadata);
    } catch (error) {
      this.#writer.warning(
        'reference_not_stored',
        `The reference "${reference.name}" could not be stored: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}
