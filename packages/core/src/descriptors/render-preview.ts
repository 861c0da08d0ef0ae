import { countTokens } from '../tokens/count-tokens.js';
import { beginningEnd } from './beginning-and-end.js';
import { countLines } from './count-lines.js';
import { defaultDescriptorSettings } from './descriptor-settings.js';
import { pageEnd } from './page-end.js';
import { escapeXmlText, xmlElement } from './xml.js';

/**
 * What the model sees in place of a large text: its handle, its size, its beginning. Pure. `lines` and `pages` are
 * computed from the content unless given.
 *
 * ```ts
 * import { renderDescriptorPreview } from '@ibid/core/internal';
 *
 * console.log(renderDescriptorPreview({ descriptor: 'fd:1', content: 'line\n'.repeat(500), previewTokens: 20 }));
 * ```
 */
export function renderDescriptorPreview(options: {
  /** The handle, e.g. `fd:3`. */
  descriptor: string;
  content: string;
  /** 0: no preview, only the handle and the sizes. */
  previewTokens?: number;
  /** Default: the default tokenizer. */
  countTokens?: (text: string) => number;
  pageCharacters?: number;
  lines?: number;
  pages?: number;
  /** Where the text came from, in a few words. */
  source?: string;
}): string {
  const { descriptor, content } = options;
  const pageCharacters = options.pageCharacters ?? defaultDescriptorSettings.pageCharacters;
  const tokens = options.previewTokens ?? defaultDescriptorSettings.previewTokens;
  const end = beginningEnd({ content, tokens, countTokens: options.countTokens ?? countTokens });
  const attributes = {
    fd: descriptor,
    pages: options.pages ?? countPages(content, pageCharacters),
    lines: options.lines ?? countLines(content),
    characters: content.length,
    source: options.source,
    truncated: end < content.length,
  };
  const read = `read_fd(fd="${descriptor}", mode="page", start=1)`;
  const message =
    end < content.length
      ? `The text is longer than what is shown here. Read on with ${read}, or find a place in it with search_fd.`
      : 'This is the whole text.';
  const preview = end > 0 ? `\n${xmlElement('preview', {}, escapeXmlText(content.slice(0, end)))}` : '';
  return xmlElement(
    'fd_result',
    attributes,
    `\n${xmlElement('message', {}, escapeXmlText(message))}${preview}\n`,
  );
}

function countPages(content: string, pageCharacters: number): number {
  let pages = 0;
  for (let start = 0; start < content.length; pages += 1) {
    start = pageEnd({ content, start, size: pageCharacters });
  }
  return pages;
}
