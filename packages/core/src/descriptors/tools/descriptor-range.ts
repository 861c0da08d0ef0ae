import type { DescriptorMetadata, DescriptorStore } from '../descriptor-store.js';
import { InvalidDescriptorRange } from '../errors/descriptor-errors.js';

export type ReadMode = 'page' | 'line' | 'char';

export interface DescriptorRange {
  start: number;
  end: number;
  /** First and last page, line or character, from 1; `first > last` if the text is empty. */
  first: number;
  last: number;
  /** Total number; null if unknown without reading on. */
  total: number | null;
}

/** The character range of a number of pages, lines or characters. Counts past the end are limited to it. */
export async function descriptorRange(options: {
  store: DescriptorStore;
  metadata: DescriptorMetadata;
  mode: ReadMode;
  start: number;
  count: number;
  pageCharacters: number;
}): Promise<DescriptorRange> {
  const { store, metadata, mode, start } = options;
  const { name, version, characters } = metadata;
  const pages =
    mode === 'page' ? ((await store.pageStarts(name, options.pageCharacters, version)) ?? []) : [];
  const total = mode === 'page' ? pages.length : mode === 'line' ? metadata.lines : characters;
  // Reading an empty text from its start is valid and returns nothing.
  if (total === 0 && start === 1) return { start: 0, end: 0, first: 1, last: 0, total };
  if (start > total) throw new InvalidDescriptorRange({ unit: UNITS[mode], start, last: total });
  const last = Math.min(total, start + options.count - 1);
  const range = { first: start, last, total };
  if (mode === 'char') return { ...range, start: start - 1, end: last };
  if (mode === 'page') return { ...range, start: pages[start - 1] ?? 0, end: pages[last] ?? characters };
  const [from] = (await store.lineOffsets(name, { from: start, count: 1 }, version)) ?? [];
  const [end] =
    last < total ? ((await store.lineOffsets(name, { from: last + 1, count: 1 }, version)) ?? []) : [];
  return { ...range, start: from ?? 0, end: end ?? characters };
}

const UNITS = { page: 'page', line: 'line', char: 'character' } as const;
