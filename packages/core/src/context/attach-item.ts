import type { AttachedFile } from '../messages/chat-message.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { ContextSettings } from './context-input.js';
import type { ModelProfile } from '../tokens/model-profile.js';
import { defaultContextSettings } from './context-settings.js';
import { decideFileState, fileRoom } from './decide-file-state.js';
import { textFromChunks } from './text-from-chunks.js';
import { IbidError } from '../errors/ibid-error.js';

/**
 * CTX-4: attaches an item picked from search results as a file. It keeps the number of the item, so earlier citations
 * stay valid. Throws ItemTooLarge.
 */
export function attachItem(options: {
  itemId: string;
  title: string;
  mediaType?: string;
  /** All chunks of the item that the user may read. */
  chunks: readonly RetrievedChunk[];
  descriptor: string | null;
  model: ModelProfile;
  settings?: ContextSettings;
}): AttachedFile {
  const { itemId, title, model, settings = defaultContextSettings } = options;
  const text = textFromChunks(options.chunks);
  const decided = decideFileState({ text, model, settings });
  if (decided.state === 'too_large') {
    throw new ItemTooLarge({ itemId, title, tokens: decided.tokens ?? 0, room: fileRoom(model, settings) });
  }
  return {
    fileId: itemId,
    name: title,
    mediaType: options.mediaType ?? 'text/plain',
    ...decided,
    text,
    descriptor: options.descriptor,
    itemId,
  };
}

/** CTX-4: an item that would not fit cannot be attached; it can still be searched. */
export class ItemTooLarge extends IbidError {
  readonly code = 'item_too_large';
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
