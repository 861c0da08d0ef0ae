import { IbidError } from '../errors/ibid-error.js';

/** CTX-4: an item that would not fit cannot be picked; it can still be searched. */
export class ItemTooLarge extends IbidError {
  readonly code = 'item-too-large';
  readonly itemId: string;
  readonly tokens: number;
  readonly room: number;

  constructor(details: { itemId: string; title: string; tokens: number; room: number }) {
    super(
      `"${details.title}" has ${details.tokens} tokens, and ${details.room} can be attached with this model. ` +
        'Search in it instead, or choose a model with a larger window.',
    );
    this.itemId = details.itemId;
    this.tokens = details.tokens;
    this.room = details.room;
  }
}
