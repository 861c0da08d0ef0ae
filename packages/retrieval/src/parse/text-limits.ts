import { withoutDeceptive } from './plain-label.js';
import type { JsonValue } from '@ibid/core';
import type { DocumentBlock, ParsedDocument } from './parsed-document.js';

/**
 * Limits for texts that accompany every chunk of a document. The document's own text stays complete; only labels made
 * from it are cut, and `shortened` says which.
 */
export const TEXT_LIMITS = {
  titleCharacters: 300,
  headingCharacters: 200,
  nameCharacters: 255,
  metadataEntries: 64,
  metadataKeyCharacters: 100,
  metadataValueCharacters: 1_000,
  metadataListEntries: 100,
  metadataDepth: 3,
  /** For a message: the length of an unfolded field, and the number of fields. */
  headerCharacters: 10_000,
  headerFields: 1_000,
} as const;

type Shortened = 'title' | 'headings' | 'metadata' | 'headers';

/** At most this many characters, ending with an ellipsis if cut. Never splits a surrogate pair. */
export function boundText(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The same for a title, heading or name, without deceptive characters. */
export const boundLabel = (text: string, most: number): string => boundText(withoutDeceptive(text), most);

/** Bounds title, labels and metadata, and records what was cut. */
export function boundDocument(document: ParsedDocument): ParsedDocument {
  const shortened = new Set<string>(document.shortened);
  const bound = (text: string, most: number, what: Shortened): string => {
    if (text.length > most) shortened.add(what);
    return boundLabel(text, most);
  };
  const title = bound(document.title, TEXT_LIMITS.titleCharacters, 'title');
  const blocks = document.blocks.map((block): DocumentBlock => {
    if (block.label === undefined) return block;
    return { ...block, label: bound(block.label, TEXT_LIMITS.headingCharacters, 'headings') };
  });
  const { metadata, isCut } = boundMetadata(document.metadata);
  if (isCut) shortened.add('metadata');
  const { shortened: _, ...rest } = document;
  return {
    ...rest,
    title,
    blocks,
    metadata,
    ...(shortened.size > 0 ? { shortened: [...shortened] } : {}),
  };
}

/** Bounds keys, values, lists and depth. */
export function boundMetadata(metadata: Record<string, JsonValue>): {
  metadata: Record<string, JsonValue>;
  isCut: boolean;
} {
  let isCut = false;
  const text = (value: string, most: number): string => {
    if (value.length > most) isCut = true;
    return boundText(value, most);
  };
  const few = <T>(entries: readonly T[], most: number): readonly T[] => {
    if (entries.length > most) isCut = true;
    return entries.length > most ? entries.slice(0, most) : entries;
  };
  const object = (value: Record<string, JsonValue>, depth: number): Record<string, JsonValue> => {
    const pairs = few(Object.entries(value), TEXT_LIMITS.metadataEntries).map(([key, entry]) => [
      text(key, TEXT_LIMITS.metadataKeyCharacters),
      valueOf(entry, depth),
    ]);
    return Object.fromEntries(pairs) as Record<string, JsonValue>;
  };
  const valueOf = (value: JsonValue, depth: number): JsonValue => {
    if (typeof value === 'string') return text(value, TEXT_LIMITS.metadataValueCharacters);
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= TEXT_LIMITS.metadataDepth) {
      isCut = true;
      return null;
    }
    if (!Array.isArray(value)) return object(value as Record<string, JsonValue>, depth + 1);
    return few(value, TEXT_LIMITS.metadataListEntries).map((entry) => valueOf(entry, depth + 1));
  };
  return { metadata: object(metadata, 0), isCut };
}

const WORDS: Record<Shortened, string> = {
  title: `Its title is long: the first ${TEXT_LIMITS.titleCharacters} characters are kept as the title.`,
  headings: `Some headings are long: ${TEXT_LIMITS.headingCharacters} characters of each are kept above passages.`,
  metadata: 'Its metadata is long: it was shortened.',
  headers: `Some header fields are long: ${TEXT_LIMITS.headerCharacters} characters of each are read.`,
};

/** What was cut, in words for people. The text itself is complete. */
export function shortenedInWords(shortened: readonly string[]): string[] {
  return shortened.map((what) => WORDS[what as Shortened]);
}
