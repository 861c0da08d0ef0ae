import type { Viewer } from '@ibid/retrieval/internal';
import { z } from '@hono/zod-openapi';
import { IdSchema } from '../api/schemas/common.js';
import { InvalidRequest } from '../errors/index.js';
import type { KnowledgeAccess } from '../services.js';

export const MOST_ROWS = 5_000;
const LISTED_AT_ONCE = 200;
const MOST_HITS = 200;

const byPath = new Intl.Collator('en', { numeric: true });

/**
 * Which documents become rows: those of knowledge bases, of a folder in one, those that a search finds, or named ones.
 */
export const RowChoiceSchema = z
  .object({
    knowledgeBaseIds: z.array(IdSchema).max(200).optional(),
    folder: z.object({ knowledgeBaseId: IdSchema, path: z.string().trim().min(1).max(1000) }).optional(),
    search: z
      .object({
        query: z.string().trim().min(1).max(1000),
        knowledgeBaseIds: z.array(IdSchema).max(200).optional(),
        limit: z.number().int().min(1).max(MOST_HITS).default(50),
      })
      .optional(),
    itemIds: z.array(IdSchema).max(MOST_ROWS).optional(),
  })
  .openapi('RowChoice');

export type RowChoice = z.infer<typeof RowChoiceSchema>;

/** The chosen documents that the viewer may see, in a fixed order without duplicates. */
export async function chosenItems(
  services: KnowledgeAccess,
  viewer: Viewer,
  choice: RowChoice,
): Promise<string[]> {
  const { reader } = services.knowledge;
  const found = new Set<string>();
  const refuse = () => {
    throw new InvalidRequest(
      `That is more than ${MOST_ROWS} documents. Choose a folder, a search or fewer knowledge bases.`,
      'too_many_rows',
    );
  };
  const add = (id: string) => {
    found.add(id);
    if (found.size > MOST_ROWS) refuse();
  };
  /** By path, as a folder lists them: the store returns them in the order they were read. */
  const addListed = async (knowledgeBaseIds: readonly string[], isMeant: (path: string) => boolean) => {
    const listed: { id: string; path: string }[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof reader.listItems>> = await reader.listItems({
        viewer,
        knowledgeBaseIds,
        limit: LISTED_AT_ONCE,
        cursor,
      });
      for (const { id, name, metadata } of page.rows) {
        const path = typeof metadata['path'] === 'string' ? metadata['path'] : name;
        if (!isMeant(path)) continue;
        listed.push({ id, path });
        if (listed.length > MOST_ROWS) refuse();
      }
      cursor = page.cursor;
    } while (cursor !== null);
    for (const { id } of listed.sort((a, b) => byPath.compare(a.path, b.path))) add(id);
  };
  if (choice.knowledgeBaseIds?.length) await addListed(choice.knowledgeBaseIds, () => true);
  if (choice.folder) {
    const prefix = `${choice.folder.path.replaceAll(/^\/+|\/+$/gu, '')}/`;
    await addListed([choice.folder.knowledgeBaseId], (path) => path.startsWith(prefix));
  }
  if (choice.search) {
    const { query, knowledgeBaseIds, limit } = choice.search;
    const hits = await reader.search({
      viewer,
      query,
      mode: 'hybrid',
      topK: Math.min(1_000, 10 * limit),
      ...(knowledgeBaseIds ? { knowledgeBaseIds } : {}),
    });
    for (const id of [...new Set(hits.map(({ itemId }) => itemId))].slice(0, limit)) add(id);
  }
  for (let from = 0; from < (choice.itemIds?.length ?? 0); from += LISTED_AT_ONCE) {
    const wanted = choice.itemIds!.slice(from, from + LISTED_AT_ONCE);
    const { rows } = await reader.listItems({ viewer, filter: { itemIds: wanted }, limit: LISTED_AT_ONCE });
    const seen = new Set(rows.map(({ id }) => id));
    for (const id of wanted) if (seen.has(id)) add(id);
  }
  return [...found];
}
