import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider';
import { beginningEnd, endingStart } from '../descriptors/beginning-and-end.js';
import { renderDescriptorPreview } from '../descriptors/render-preview.js';
import type { AttachedImage, UserMessage } from '../messages/chat-message.js';
import { imageTokens } from '../tokens/image-tokens.js';
import { type Block, blockOf, MESSAGE_OVERHEAD } from './block.js';
import type { ContextPart } from './context-report.js';
import type { ShownLevel } from './render-files.js';
import { wellFormed } from './well-formed.js';

/** How much of its end is still shown when a message is reduced to a handle; the question is usually there. */
const LAST_WORDS_TOKENS = 32;
const NO_TEXT = '[This message has no text.]';
const noImages: ReadonlySet<string> = new Set();

/** CTX-1, CTX-5: a user message with its images, which stay with it. */
export function renderUserMessage(options: {
  message: UserMessage;
  vision: boolean;
  level: ShownLevel;
  /** Images shown only as a marker (CTX-11). */
  markedImages?: ReadonlySet<string>;
  /** Null: text left out cannot be read anywhere. */
  handle: string | null;
  previewTokens: number;
  pageCharacters: number;
  reason: string;
  count: (text: string) => number;
}): Block {
  const { message, count, markedImages = noImages } = options;
  const own = options.level === 'full' ? message.text : pagedText(options);
  // Providers reject text without a visible character, so an empty message gets a note.
  const text = own.trim() === '' ? NO_TEXT : wellFormed(own);
  const content: (LanguageModelV4TextPart | LanguageModelV4FilePart)[] = [{ type: 'text', text }];
  const where = options.handle === null ? 'not all of it is shown' : `its whole text is ${options.handle}`;
  const parts: ContextPart[] = [
    {
      kind: 'user',
      tokens: count(text) + MESSAGE_OVERHEAD,
      origin: message.id,
      reason: options.level === 'full' ? options.reason : `${options.reason}; ${where}`,
      text,
    },
  ];
  for (const image of message.images) {
    const isShown = options.vision && !markedImages.has(image.fileId);
    const marker = imageMarker(image, isShown ? null : options.vision ? LEFT_OUT : NO_VISION);
    content.push(isShown ? imagePart(image) : { type: 'text', text: marker });
    parts.push({
      kind: 'images',
      tokens: isShown ? imageTokens(image) : count(marker) + 1,
      origin: image.fileId,
      reason: isShown
        ? 'image of this message'
        : options.vision
          ? 'marker: it did not fit'
          : 'marker: the model has no vision',
      text: marker,
    });
  }
  return blockOf([{ role: 'user', content }], parts);
}

const LEFT_OUT = 'left out to fit the context';
const NO_VISION = 'this model cannot see images';

function imageMarker(image: AttachedImage, why: string | null): string {
  return `[Image "${wellFormed(image.name)}", ${image.width} x ${image.height}${why === null ? '' : `: ${why}`}]`;
}

function imagePart(image: AttachedImage): LanguageModelV4FilePart {
  return {
    type: 'file',
    filename: image.name,
    mediaType: image.mediaType,
    data: { type: 'data', data: image.data },
  };
}

function pagedText(options: Parameters<typeof renderUserMessage>[0]): string {
  const { handle, level, pageCharacters } = options;
  const content = options.message.text;
  const countTokens = options.count;
  const previewTokens = level === 'preview' ? options.previewTokens : 0;
  const lastTokens = level === 'preview' ? Math.ceil(previewTokens / 2) : LAST_WORDS_TOKENS;
  const ending = content.slice(endingStart({ content, tokens: lastTokens, countTokens }));
  if (handle === null) {
    const beginning = content.slice(0, beginningEnd({ content, tokens: previewTokens, countTokens }));
    const hidden = content.length - beginning.length - ending.length;
    if (hidden <= 0) return content;
    return `${beginning}\n[… ${hidden} characters of this message were left out to fit the context …]\n${ending}`;
  }
  const source = 'user message';
  const shown = { descriptor: handle, content, previewTokens, countTokens, pageCharacters, source };
  return `${renderDescriptorPreview(shown)}\nThe message ends with:\n${ending}`;
}
