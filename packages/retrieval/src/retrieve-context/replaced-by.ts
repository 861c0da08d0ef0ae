import { replacedAmong, type Begun } from '../extractive/begun-documents.js';
import { readVersion, statedVersion, titleOfVersions } from '../parse/stated-version.js';

/** Looks up other versions of a document, found by the search or not. */
export interface VersionLookup {
  /** Documents with about this title. */
  titled: (title: string) => Promise<readonly Begun['document'][]>;
  /** The text of each item's first chunk. */
  topsOf: (itemIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** How many documents are looked up: each costs a query. */
const MOST_LOOKED_UP = 3;
const MARKED =
  /\b(?:v\d|version|edition|revision|rev|draft|old|issue|fassung|ausgabe|auflage|(?:19|20)\d{2})\b/iu;

/** Whether a document calls itself a version. Others are not looked up. */
export const isMarked = (title: string, top: string) => MARKED.test(title) || statedVersion(top).length > 0;

/**
 * The documents that another one says it replaces, each with the title of that one. Also where a search found only the
 * old version.
 */
export async function replacedBy(
  found: readonly Begun[],
  { titled, topsOf }: VersionLookup,
): Promise<Map<string, string>> {
  const known = new Map(found.map((one) => [one.document.id, one]));
  const marked = found.filter(({ document, top }) => isMarked(document.title, top));
  const titles = new Set(marked.map(({ document }) => titleOfVersions(document.title)));
  const others: Begun['document'][] = [];
  for (const title of [...titles].filter((one) => one !== '').slice(0, MOST_LOOKED_UP))
    for (const document of await titled(title))
      if (!known.has(document.id) && titleOfVersions(document.title) === title) others.push(document);
  const tops = others.length > 0 ? await topsOf(others.map(({ id }) => id)) : new Map<string, string>();
  for (const document of others) known.set(document.id, { document, top: tops.get(document.id) ?? '' });
  const all = [...known.values()];
  const replaced = replacedAmong(all);
  const named = new Map<string, string>();
  for (const { document } of all) {
    if (!replaced.has(document.id)) continue;
    const title = titleOfVersions(document.title);
    const by = all.find(
      (other) =>
        !replaced.has(other.document.id) &&
        titleOfVersions(other.document.title) === title &&
        readVersion(statedVersion(other.top)).replaces.length > 0,
    );
    if (by) named.set(document.id, calledApart(by.document, document));
  }
  return named;
}

/** The title, or the file name if both have the same title. */
function calledApart(one: Begun['document'], other: Begun['document']): string {
  return one.title === other.title && one.name !== '' ? `${one.title} (${one.name})` : one.title;
}
