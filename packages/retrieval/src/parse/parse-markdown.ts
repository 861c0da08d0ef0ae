import type { JsonValue } from '@ibid/core';
import MarkdownIt from 'markdown-it';
import { cleanText } from './clean-text.js';
import { decodeText } from './decode-text.js';
import { lineStarts } from './line-starts.js';
import type { ParseInput } from './parse-input.js';
import type { BlockKind, DocumentBlock, ParsedDocument } from './parsed-document.js';
import { titleFromName } from './title-from-name.js';

// Only the block structure is needed. Without inline rules, parsing costs a fraction.
const markdown = new MarkdownIt({ html: true });
markdown.core.ruler.enableOnly(['normalize', 'block']);

/** More than any label shows. Markup in a line of megabytes is not worth parsing. */
const LONGEST_INLINE = 2_000;

const KINDS: Record<string, BlockKind> = {
  heading_open: 'heading',
  fence: 'code',
  code_block: 'code',
  table_open: 'table',
  bullet_list_open: 'list',
  ordered_list_open: 'list',
};

/** Markdown is kept as written. The blocks describe its structure. */
export function parseMarkdown(input: ParseInput): ParsedDocument {
  const { text: decoded } = decodeText(input.bytes);
  return parseMarkdownText({ text: cleanText(decoded), name: input.name });
}

export function parseMarkdownText({ text, name }: { text: string; name: string }): ParsedDocument {
  const front = readFrontMatter(text);
  const starts = lineStarts(text, front.end);
  const blocks: DocumentBlock[] = [];
  if (front.end > 0) blocks.push({ kind: 'code', start: 0, end: text.slice(0, front.end).trimEnd().length });

  const tokens = markdown.parse(text.slice(front.end), {});
  for (const [index, token] of tokens.entries()) {
    if (token.level !== 0 || !token.map || token.nesting < 0) continue;
    const start = starts[token.map[0]] ?? text.length;
    const raw = text.slice(start, starts[token.map[1]] ?? text.length);
    const end = start + raw.trimEnd().length;
    if (end <= start) continue;
    const kind = KINDS[token.type] ?? 'paragraph';
    if (kind === 'heading') {
      const label = plainLabel(tokens[index + 1]?.content ?? '');
      blocks.push({ kind, start, end, level: Number(token.tag.slice(1)) || 1, label });
    } else {
      blocks.push({ kind, start, end });
    }
  }

  const firstHeading = blocks.find((block) => block.kind === 'heading');
  const given = front.values['title'];
  const title = typeof given === 'string' && given ? given : firstHeading?.level === 1 && firstHeading.label;
  return {
    title: title || titleFromName(name),
    text,
    mediaType: 'text/markdown',
    blocks,
    metadata: front.values,
  };
}

/** `key: value` lines between two lines of three hyphens at the very start. */
function readFrontMatter(text: string): { end: number; values: Record<string, JsonValue> } {
  const match = /^---[ \t]*\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  if (!match) return { end: 0, values: {} };
  const values: Record<string, JsonValue> = {};
  for (const line of (match[1] ?? '').split('\n')) {
    const pair = /^([A-Za-z][\w-]{0,63}):[ \t]+(.+)$/.exec(line);
    if (pair?.[1] && pair[2]) values[pair[1]] = pair[2].trim().replace(/^(["'])(.*)\1$/, '$2');
  }
  return { end: match[0].length, values };
}

/** A heading's words without markup, for titles and heading paths. */
function plainLabel(inline: string): string {
  return inline
    .slice(0, LONGEST_INLINE)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]{1,200}>/g, '')
    .replace(/(\*\*|__|\*|`|~~)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
