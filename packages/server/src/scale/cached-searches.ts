import { createHash } from 'node:crypto';
import type { SearchHit, SearchRequest } from '@ibid/retrieval/internal';
import { knowledgeVersion } from '@ibid/store/internal';
import type { Knowledge, OpenDatabase } from '@ibid/store/internal';
import type { Redis } from 'ioredis';

/** For vectors that are made after the text came, which no version tells of. */
const KEPT_SECONDS = 60;
const LARGEST_CHARACTERS = 512_000;

/**
 * The same knowledge, whose searches are remembered for all servers. Who asks, with which roles, is part of the key,
 * and so is the version of everything that is searched and of every rule: a right that was taken away, or a document
 * that is gone, is another key at once. Without Redis every search is made.
 */
export function cacheSearches(
  knowledge: Knowledge,
  options: { redis: Redis; db: OpenDatabase['db'] },
): Knowledge {
  const { reader } = knowledge;
  const { redis, db } = options;
  const search = async (request: SearchRequest): Promise<SearchHit[]> => {
    // A reranker is a model that may be exchanged; what it said is not kept.
    if (request.rerank || redis.status !== 'ready') return reader.search(request);
    const key = keyOf(request, await knowledgeVersion(db));
    const known = await redis.get(key).catch(() => null);
    if (known !== null) return JSON.parse(known) as SearchHit[];
    const hits = await reader.search(request);
    const text = JSON.stringify(hits);
    if (text.length <= LARGEST_CHARACTERS) redis.set(key, text, 'EX', KEPT_SECONDS).catch(() => {});
    return hits;
  };
  const cached = new Proxy(reader, {
    get: (target, name) => {
      if (name === 'search') return search;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { ...knowledge, reader: cached };
}

function keyOf(request: SearchRequest, version: number): string {
  // Everything that was asked with, so that whatever a search will take one day is part of the key as well.
  const { viewer, knowledgeBaseIds, ...rest } = request;
  const asked = JSON.stringify([
    { ...viewer, roles: viewer.roles.toSorted() },
    version,
    knowledgeBaseIds?.toSorted() ?? null,
    rest,
  ]);
  // Neither names nor questions are readable in the list of keys.
  return `ibid:search:${createHash('sha256').update(asked).digest('base64url')}`;
}
