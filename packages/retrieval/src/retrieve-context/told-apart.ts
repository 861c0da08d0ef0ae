import type { RetrievedChunk } from '@ibid/core';
import { statedVersion } from '../parse/stated-version.js';
import { versionFamilies } from '../parse/version-codes.js';

/** Reads the name and the opening of items. */
export interface ItemFacts {
  nameOf: (itemId: string) => Promise<string>;
  /** The text of each item's first chunk. */
  topsOf: (itemIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** More documents with the same title are a series, not versions. */
const MOST_VERSIONS = 6;
/** How many of the best documents are checked for their version. */
const MOST_LOOKED_AT = 16;

/**
 * Makes search results distinguishable for a reader who sees nothing else. Documents with the same title get their file
 * names, and versions of a document get their stated version.
 */
export async function toldApart(
  chunks: readonly RetrievedChunk[],
  facts: ItemFacts,
): Promise<RetrievedChunk[]> {
  const titled = groups(chunks, ({ title }) => title);
  const added = new Map<string, Record<string, string>>();
  for (const items of titled.values())
    if (items.size > 1)
      for (const itemId of items) {
        const name = await facts.nameOf(itemId);
        if (name !== '') added.set(itemId, { path: name });
      }
  for (const family of versionFamilies(await stating(chunks, facts))) {
    if (family.length > MOST_VERSIONS) continue;
    for (const { itemId, version } of family)
      if (version.length > 0) added.set(itemId, { ...added.get(itemId), version: inOneLine(version) });
  }
  return chunks.map((chunk) => {
    const own = added.get(chunk.itemId);
    return own ? { ...chunk, metadata: { ...own, ...chunk.metadata } } : chunk;
  });
}

/** The best documents found, each with the version stated at its top. */
async function stating(
  chunks: readonly RetrievedChunk[],
  facts: ItemFacts,
): Promise<{ itemId: string; title: string; version: string[] }[]> {
  const items = new Map(chunks.toReversed().map(({ itemId, title }) => [itemId, title]));
  const best = [...items].toReversed().slice(0, MOST_LOOKED_AT);
  const found = new Map(
    chunks.flatMap(({ itemId, ordinal, text }) => (ordinal === 0 ? [[itemId, text ?? ''] as const] : [])),
  );
  const read = await facts.topsOf(best.flatMap(([itemId]) => (found.has(itemId) ? [] : itemId)));
  return best.map(([itemId, title]) => {
    const top = found.get(itemId) ?? read.get(itemId) ?? '';
    return { itemId, title, version: statedVersion(top) };
  });
}

/** Formats a version for the metadata line, in which semicolons separate the fields. */
const inOneLine = (stated: readonly string[]) => stated.join(' ').replaceAll(/[;|]/gu, ',');

function groups(
  chunks: readonly RetrievedChunk[],
  keyOf: (chunk: RetrievedChunk) => string,
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const chunk of chunks) {
    const key = keyOf(chunk);
    found.set(key, (found.get(key) ?? new Set()).add(chunk.itemId));
  }
  return found;
}
