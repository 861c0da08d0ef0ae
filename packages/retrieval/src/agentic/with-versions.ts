import type { RetrievedChunk } from '@ibid/core';
import { versionQuestion } from '../extractive/version-question.js';
import { titleOfVersions } from '../parse/stated-version.js';
import { toldApart } from '../retrieve-context/told-apart.js';
import { chunkOf } from './evidence.js';
import type { ScopedKnowledge } from './scoped-knowledge.js';

/** Read of each version where all that differs is asked for. */
const MOST_READ = 20;
const MOST_VERSIONS = 6;

/** What was found, with versions of one document told apart; where they are asked about, with how each begins or all of it. */
export async function withVersions(
  question: string,
  found: readonly RetrievedChunk[],
  knowledge: ScopedKnowledge,
): Promise<{ first: RetrievedChunk[]; rest: RetrievedChunk[] }> {
  const asked = versionQuestion(question);
  const read =
    asked === null ? [] : await readVersions(question, found, knowledge, asked === 'current' ? 1 : MOST_READ);
  const ids = new Set(read.map(({ chunkId }) => chunkId));
  const told = await toldApart([...read, ...found.filter(({ chunkId }) => !ids.has(chunkId))], {
    nameOf: async (itemId) => (await knowledge.getItem(itemId))?.name ?? '',
    topOf: (itemId) => knowledge.topOf(itemId),
  });
  return { first: told.slice(0, read.length), rest: told.slice(read.length) };
}

/** Of the documents with one title that the question speaks of most. */
async function readVersions(
  question: string,
  found: readonly RetrievedChunk[],
  knowledge: ScopedKnowledge,
  chunks: number,
): Promise<RetrievedChunk[]> {
  const families = new Map<string, Map<string, string>>();
  for (const { title, itemId, text } of found) {
    const items = families.get(titleOfVersions(title)) ?? new Map<string, string>();
    families.set(
      titleOfVersions(title),
      items.set(itemId, `${items.get(itemId) ?? ''} ${title} ${text ?? ''}`),
    );
  }
  const words = question.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const spokenOf = (items: ReadonlyMap<string, string>) => {
    const said = [...items.values()].join(' ').toLowerCase();
    return words.filter((word) => said.includes(word)).length;
  };
  const [best] = [...families]
    .filter(([title, items]) => title !== '' && items.size > 1 && items.size <= MOST_VERSIONS)
    .toSorted(([, one], [, other]) => spokenOf(other) - spokenOf(one));
  const all = await Promise.all(
    [...(best?.[1].keys() ?? [])].map(async (itemId) => {
      const item = await knowledge.getItem(itemId);
      if (!item) return [];
      const read = await knowledge.readChunks(itemId, { from: 0, to: chunks - 1 });
      return read.map((chunk) => ({ ...chunkOf(chunk, item), score: 1 }));
    }),
  );
  return all.flat();
}
