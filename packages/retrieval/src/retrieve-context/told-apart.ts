import type { RetrievedChunk } from '@ibid/core';
import { statedVersion, titleOfVersions } from '../parse/stated-version.js';

/** Where the name and the beginning of an item are read. */
export interface ItemFacts {
  nameOf: (itemId: string) => Promise<string>;
  /** Its first chunk. */
  topOf: (itemId: string) => Promise<string>;
}

/** More documents with one title are a series, not versions of one. */
const MOST_VERSIONS = 6;

/**
 * What a search found, for a reader who sees no more: documents with one title get the names of their files, which tell
 * them apart, and versions of one document what each says of its version.
 */
export async function toldApart(
  chunks: readonly RetrievedChunk[],
  facts: ItemFacts,
): Promise<RetrievedChunk[]> {
  const titled = groups(chunks, ({ title }) => title);
  const versions = groups(chunks, ({ title }) => titleOfVersions(title));
  const added = new Map<string, Record<string, string>>();
  for (const items of titled.values())
    if (items.size > 1)
      for (const itemId of items) {
        const name = await facts.nameOf(itemId);
        if (name !== '') added.set(itemId, { path: name });
      }
  for (const [title, items] of versions) {
    if (title === '' || items.size < 2 || items.size > MOST_VERSIONS) continue;
    for (const itemId of items) {
      const top = chunks.find((chunk) => chunk.itemId === itemId && chunk.ordinal === 0)?.text;
      const stated = statedVersion(top ?? (await facts.topOf(itemId)));
      if (stated.length > 0) added.set(itemId, { ...added.get(itemId), version: inOneLine(stated) });
    }
  }
  return chunks.map((chunk) => {
    const own = added.get(chunk.itemId);
    return own ? { ...chunk, metadata: { ...own, ...chunk.metadata } } : chunk;
  });
}

/** As the line of metadata has it, whose parts end with semicolons. */
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
