import { cleanText } from './clean-text.js';
import { decodeText } from './decode-text.js';
import { indentJson } from './indent-json.js';
import { jsonChildren } from './json-children.js';
import { lineStarts } from './line-starts.js';
import type { ParseInput } from './parse-input.js';
import type { DocumentBlock, ParsedDocument } from './parsed-document.js';
import { parseText } from './parse-text.js';
import { titleFromName } from './title-from-name.js';

const LONG_LINE = 300;

/** Records become blocks. Text that only looks like JSON (comments, single quotes) is parsed as plain text. */
export function parseJson(input: ParseInput): ParsedDocument {
  const written = cleanText(decodeText(input.bytes).text);
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    return parseText(input);
  }
  const longest = Math.max(...written.split('\n', 2000).map((line) => line.length));
  const text = longest > LONG_LINE ? indentJson(written) : written;
  const children = jsonChildren(text);
  const blocks = children.map(({ start, end, key }): DocumentBlock => ({
    kind: 'code',
    start,
    end,
    ...(key ? { label: key } : {}),
  }));
  return {
    title: titleIn(value) ?? titleFromName(input.name),
    text,
    mediaType: 'application/json',
    blocks,
    metadata: Array.isArray(value) ? { records: value.length } : {},
  };
}

/** One JSON value per line. */
export function parseJsonLines(input: ParseInput): ParsedDocument {
  const text = cleanText(decodeText(input.bytes).text);
  const starts = lineStarts(text);
  const blocks: DocumentBlock[] = [];
  for (const [index, start] of starts.entries()) {
    const line = text.slice(start, starts[index + 1] ?? text.length).trimEnd();
    if (line !== '') blocks.push({ kind: 'code', start, end: start + line.length });
  }
  return {
    title: titleFromName(input.name),
    text,
    mediaType: 'application/jsonl',
    blocks,
    metadata: { records: blocks.length },
  };
}

function titleIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('title' in value)) return undefined;
  return typeof value.title === 'string' && value.title.trim() !== '' ? value.title.trim() : undefined;
}
