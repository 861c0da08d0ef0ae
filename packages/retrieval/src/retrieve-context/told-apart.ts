import type { RetrievedChunk } from '@ibid/core';
import { REPLACED_BY } from '@ibid/core/internal';
import { isMarked, replacedBy, type VersionLookup } from './replaced-by.js';
import { statedVersion } from '../parse/stated-version.js';
import { versionFamilies } from '../parse/version-codes.js';

/** Reads the name and the opening of items, and finds their other versions. */
export interface ItemFacts extends VersionLookup {
  nameOf: (itemId: string) => Promise<string>;
}

/** More documents with the same title are a series, not versions. */
const MOST_VERSIONS = 6;
/** How many documents of about one title are looked at. */
export const MOST_TITLED = 8;
/** How many of the best documents are checked for their version. */
const MOST_LOOKED_AT = 16;

/**
 * Makes search results distinguishable for a reader who sees nothing else. Documents with the same title get their file
 * names, versions of a document get their stated version, and one that was replaced says by which.
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
  const best = await stating(chunks, facts);
  for (const family of versionFamilies(best)) {
    if (family.length > MOST_VERSIONS) continue;
    for (const { itemId, version } of family)
      if (version.length > 0) added.set(itemId, { ...added.get(itemId), version: inOneLine(version) });
  }
  const begun = await Promise.all(
    best.map(async ({ itemId, title, top }) => ({
      document: { id: itemId, title, name: isMarked(title, top) ? await facts.nameOf(itemId) : '' },
      top,
    })),
  );
  for (const [itemId, by] of await replacedBy(begun, facts))
    added.set(itemId, { ...added.get(itemId), [REPLACED_BY]: inOneLine([by]) });
  return chunks.map((chunk) => {
    const own = added.get(chunk.itemId);
    return own ? { ...chunk, metadata: { ...own, ...chunk.metadata } } : chunk;
  });
}

/** The best documents found, each with the version stated at its top. */
async function stating(
  chunks: readonly RetrievedChunk[],
  facts: ItemFacts,
): Promise<{ itemId: string; title: string; top: string; version: string[] }[]> {
  const items = new Map(chunks.toReversed().map(({ itemId, title }) => [itemId, title]));
  const best = [...items].toReversed().slice(0, MOST_LOOKED_AT);
  const found = new Map(
    chunks.flatMap(({ itemId, ordinal, text }) => (ordinal === 0 ? [[itemId, text ?? ''] as const] : [])),
  );
  const read = await facts.topsOf(best.flatMap(([itemId]) => (found.has(itemId) ? [] : itemId)));
  return best.map(([itemId, title]) => {
    const top = found.get(itemId) ?? read.get(itemId) ?? '';
    return { itemId, title, top, version: statedVersion(top) };
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
