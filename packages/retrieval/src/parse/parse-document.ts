import { DEFAULT_PARSE_LIMITS, type ParseLimits } from './parse-limits.js';
import { parseMarkdown } from './parse-markdown.js';
import { parseText } from './parse-text.js';
import type { ParsedDocument } from './parsed-document.js';

export interface ParseDocumentOptions {
  bytes: Uint8Array;
  /** File name with extension. */
  name: string;
  limits?: Partial<ParseLimits>;
}

/** Reads one file of any supported type. It works in the calling thread: for untrusted files use a parse pool. */
export async function parseDocument({ bytes, name, limits }: ParseDocumentOptions): Promise<ParsedDocument> {
  const input = { bytes, name, limits: { ...DEFAULT_PARSE_LIMITS, ...limits } };
  return /\.(md|markdown|mdx)$/i.test(name) ? parseMarkdown(input) : parseText(input);
}
