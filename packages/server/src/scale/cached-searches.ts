import { createHash } from 'node:crypto';
import type { SearchHit, SearchRequest } from '@ibid/retrieval/internal';
import { knowledgeVersion } from '@ibid/store/internal';
import type { Knowledge, OpenDatabase } from '@ibid/store/internal';
import type { Redis } from 'ioredis';

/** For vectors computed after their text was added, which do not change the version. */
const KEPT_SECONDS = 60;
const LARGEST_CHARACTERS = 512_000;

/**
 * Caches searches for all servers. The key includes the viewer and roles, and the version of all searched data and
 * access rules: a revoked right or deleted document changes the key at once. Without Redis, every search runs.
 */
export function cacheSearches(
  knowledge: Knowledge,
  options: { redis: Redis; db: OpenDatabase['db'] },
): Knowledge {
  const { reader } = knowledge;
  const { redis, db } = options;
  const search = async (request: SearchRequest): Promise<SearchHit[]> => {
    // A reranker is a model that may be replaced, so its results are not cached.
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
  // The whole request, so future search options become part of the key automatically.
  const { viewer, knowledgeBaseIds, ...rest } = request;
  const asked = JSON.stringify([
    { ...viewer, roles: viewer.roles.toSorted() },
    version,
    knowledgeBaseIds?.toSorted() ?? null,
    rest,
  ]);
  // Hashed, so neither names nor questions are readable in the list of keys.
  return `ibid:search:${createHash('sha256').update(asked).digest('base64url')}`;
}
