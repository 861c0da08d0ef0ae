import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider';
import { renderDescriptorPreview } from '../descriptors/render-preview.js';
import type { AttachedImage, UserMessage } from '../messages/chat-message.js';
import { imageTokens } from '../tokens/image-tokens.js';
import { type Block, blockOf, MESSAGE_OVERHEAD } from './block.js';
import type { ContextPart } from './context-report.js';
import { wellFormed } from './well-formed.js';

/** Of a long message the end is shown too: that is where the question usually stands. */
const SHOWN_END = 1000;
const NO_TEXT = '[This message has no text.]';

/** CTX-1, CTX-5: a user message with its images, which stay with it. */
export function renderUserMessage(options: {
  message: UserMessage;
  vision: boolean;
  /** Show its beginning, its end and its handle instead of the whole text. */
  paged: boolean;
  previewCharacters: number;
  reason: string;
  count: (text: string) => number;
}): Block {
  const { message, count } = options;
  const own = options.paged ? pagedText(message, options.previewCharacters) : message.text;
  // Providers refuse a text without a visible character, so an empty message is said to be one.
  const text = own.trim() === '' ? NO_TEXT : wellFormed(own);
  const content: (LanguageModelV4TextPart | LanguageModelV4FilePart)[] = [{ type: 'text', text }];
  const parts: ContextPart[] = [
    {
      kind: 'user',
      tokens: count(text) + MESSAGE_OVERHEAD,
      origin: message.id,
      reason: options.paged ? `${options.reason}; its whole text is ${message.descriptor}` : options.reason,
      text,
    },
  ];
  for (const image of message.images) {
    const marker = `[Image "${wellFormed(image.name)}", ${image.width} x ${image.height}${options.vision ? '' : ': this model cannot see images'}]`;
    content.push(options.vision ? imagePart(image) : { type: 'text', text: marker });
    parts.push({
      kind: 'images',
      tokens: options.vision ? imageTokens(image) : count(marker) + 1,
      origin: image.fileId,
      reason: options.vision ? 'image of this message' : 'marker: the model has no vision',
      text: marker,
    });
  }
  return blockOf([{ role: 'user', content }], parts);
}

function imagePart(image: AttachedImage): LanguageModelV4FilePart {
  return {
    type: 'file',
    filename: image.name,
    mediaType: image.mediaType,
    data: { type: 'data', data: image.data },
  };
}

function pagedText(message: UserMessage, previewCharacters: number): string {
  const preview = renderDescriptorPreview({
    descriptor: message.descriptor ?? '',
    content: message.text,
    previewCharacters,
    source: 'user message',
  });
  const end = message.text.slice(-Math.min(SHOWN_END, previewCharacters));
  return `${preview}\nThe message ends with:\n${end}`;
}
