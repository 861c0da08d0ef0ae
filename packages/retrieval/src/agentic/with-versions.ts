import type { RetrievedChunk } from '@ibid/core';
import { versionQuestion } from '../extractive/version-question.js';
import { statedVersion } from '../parse/stated-version.js';
import { versionFamilies } from '../parse/version-codes.js';
import { MOST_TITLED, toldApart } from '../retrieve-context/told-apart.js';
import { chunkOf } from './evidence.js';
import type { ScopedKnowledge } from './scoped-knowledge.js';

/** Chunks read from each version if the question asks for all differences. */
const MOST_READ = 20;
const MOST_VERSIONS = 6;

/**
 * Tells versions of a document apart in the results. If the question asks about versions, it also reads the opening of
 * each, or up to `MOST_READ` chunks.
 */
export async function withVersions(
  question: string,
  found: readonly RetrievedChunk[],
  knowledge: ScopedKnowledge,
): Promise<{ first: RetrievedChunk[]; rest: RetrievedChunk[] }> {
  const asked = versionQuestion(question);
  const facts = {
    nameOf: async (itemId: string) => (await knowledge.getItem(itemId))?.name ?? '',
    topsOf: (itemIds: readonly string[]) => knowledge.topsOf(itemIds),
    titled: (name: string) => knowledge.searchItemsByName({ name, limit: MOST_TITLED }),
  };
  const apart = await toldApart(found, facts);
  const read =
    asked === null ? [] : await readVersions(question, apart, knowledge, asked === 'current' ? 1 : MOST_READ);
  const ids = new Set(read.map(({ chunkId }) => chunkId));
  return { first: read, rest: apart.filter(({ chunkId }) => !ids.has(chunkId)) };
}

/** Reads the versions of the document that shares most words with the question. */
async function readVersions(
  question: string,
  found: readonly RetrievedChunk[],
  knowledge: ScopedKnowledge,
  chunks: number,
): Promise<RetrievedChunk[]> {
  const documents = new Map<string, { itemId: string; title: string; version: string[]; said: string }>();
  const told = new Map<string, RetrievedChunk['metadata']>();
  for (const { title, itemId, text, metadata } of found) {
    const known = documents.get(itemId)?.said ?? '';
    const stated = metadata?.['version'];
    const version = typeof stated === 'string' ? statedVersion(stated) : [];
    documents.set(itemId, { itemId, title, version, said: `${known} ${title} ${text ?? ''}`.toLowerCase() });
    told.set(itemId, metadata);
  }
  const words = question.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const spokenOf = (family: readonly { said: string }[]) =>
    words.filter((word) => family.some(({ said }) => said.includes(word))).length;
  const [best] = versionFamilies([...documents.values()])
    .filter((family) => family.length <= MOST_VERSIONS)
    .toSorted((one, other) => spokenOf(other) - spokenOf(one));
  const all = await Promise.all(
    (best ?? []).map(async ({ itemId }) => {
      const item = await knowledge.getItem(itemId);
      if (!item) return [];
      const read = await knowledge.readChunks(itemId, { from: 0, to: chunks - 1 });
      return read.map((chunk) => {
        const own = chunkOf(chunk, item);
        return { ...own, metadata: { ...told.get(itemId), ...own.metadata }, score: 1 };
      });
    }),
  );
  return all.flat();
}
