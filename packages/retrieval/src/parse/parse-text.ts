import { cleanText } from './clean-text.js';
import { decodeText } from './decode-text.js';
import type { ParseInput } from './parse-input.js';
import type { DocumentBlock, DocumentPage, ParsedDocument } from './parsed-document.js';
import { titleFromName } from './title-from-name.js';

/** Plain text: paragraphs end at empty lines, pages at form feeds. */
export function parseText(input: ParseInput): ParsedDocument {
  const { text: decoded, encoding } = decodeText(input.bytes);
  const text = cleanText(decoded);
  const pages = text.includes('\f') ? pagesAtFormFeeds(text) : undefined;
  const blocks = pages
    ? pages.flatMap((page) => paragraphsIn(text, page.start, page.end, page.number))
    : paragraphsIn(text, 0, text.length);
  return {
    title: titleLine(text, blocks, input.name) ?? titleFromName(input.name),
    text,
    mediaType: 'text/plain',
    blocks,
    ...(pages ? { pages } : {}),
    metadata: encoding === 'utf-8' ? {} : { encoding },
  };
}

const LONGEST_TITLE = 80;
/** Salutations, "Name: value" lines, list items, rules and sentences are not titles. */
const NO_TITLE =
  /^(?:hi|hello|hallo|dear|liebe[rs]?|sehr geehrte[rs]?)\b|^[\p{L} ]{1,20}:\s|^[^\p{L}\p{N}]|[.,;:!?…]$/iu;

/** A short line alone at the top of a text file, with text below. It may be underlined. */
function titleLine(text: string, blocks: readonly DocumentBlock[], name: string): string | null {
  const [first, second] = blocks;
  if (!first || !second || !/\.te?xt$/iu.test(name)) return null;
  const [line = '', underline = '', ...more] = text.slice(first.start, first.end).split('\n');
  const title = line.trim();
  if (more.length > 0 || !/^[=\-~*_\s]*$/u.test(underline) || title.length > LONGEST_TITLE) return null;
  const letters = title.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 3 || NO_TITLE.test(title)) return null;
  const [said, named] = [title, titleFromName(name)].map(
    (words) => new Set(words.toLowerCase().match(/\p{L}{2,}/gu)),
  );
  // "employment-contract-holt" says more than "Employment contract", which similar files may also be called.
  return said && named && said.size < named.size && [...said].every((word) => named.has(word)) ? null : title;
}

/** The paragraphs between two offsets, trimmed. */
export function paragraphsIn(text: string, from: number, to: number, page?: number): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  const add = (start: number, end: number) => {
    const slice = text.slice(start, end);
    const leading = slice.length - slice.trimStart().length;
    if (leading === slice.length) return;
    // The first line keeps its indentation, which may carry meaning.
    const lead = slice.slice(0, leading).lastIndexOf('\n') + 1;
    blocks.push({
      kind: 'paragraph',
      start: start + lead,
      end: start + slice.trimEnd().length,
      ...(page === undefined ? {} : { page }),
    });
  };
  const emptyLine = /\n[ \t]*\n/g;
  emptyLine.lastIndex = from;
  let start = from;
  for (let match = emptyLine.exec(text); match && match.index < to; match = emptyLine.exec(text)) {
    add(start, match.index);
    start = match.index + 1;
    emptyLine.lastIndex = start;
  }
  add(start, to);
  return blocks;
}

function pagesAtFormFeeds(text: string): DocumentPage[] {
  const pages: DocumentPage[] = [];
  let start = 0;
  while (start <= text.length) {
    const feed = text.indexOf('\f', start);
    const end = feed === -1 ? text.length : feed;
    if (feed !== -1 || end > start) pages.push({ number: pages.length + 1, start, end });
    start = end + 1;
  }
  return pages;
}
