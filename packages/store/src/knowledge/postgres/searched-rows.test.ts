import type { Viewer } from '@ibid/retrieval';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../database/open-database.js';
import type { OpenDatabase } from '../../database/open-database.js';
import { createTestDatabase, testServer } from '../../database/test-database.test-helper.js';
import { accessOf, administrator, itemOf, viewerOf, wordEmbedder } from '../contract-kit.test-helper.js';
import type { ItemScope } from '../item-scope.js';
import type { Knowledge } from '../open-knowledge.js';
import { openKnowledge } from '../open-knowledge.js';
import { searchedRows } from './searched-rows.js';

const server = testServer();
const NONE_ARE_FEW = { items: -1, chunks: -1 };

describe.skipIf(!server)('KB-5 which rows a search on PostgreSQL may look at', () => {
  let own: Awaited<ReturnType<typeof createTestDatabase>>;
  let database: OpenDatabase;
  let knowledge: Knowledge;
  const bases: string[] = [];

  const put = async (base: number, title: string, access: ReturnType<typeof accessOf> | null = null) =>
    knowledge.writer.putItem(
      await itemOf({
        knowledgeBaseId: bases[base]!,
        title,
        externalId: title,
        metadata: { kind: title },
        paragraphs: [`About ${title}.`],
        access,
      }),
    );

  beforeAll(async () => {
    own = await createTestDatabase(server!);
    database = await openDatabase({ url: own.url, poolSize: 2 });
    knowledge = await openKnowledge({ database, embedder: wordEmbedder });
    for (const access of [accessOf('ann'), accessOf('ann', 'public')])
      bases.push((await knowledge.bases.create({ name: `Base ${bases.length}`, access })).id);
    await put(0, 'private');
    await put(1, 'public');
    await put(1, 'hidden', accessOf('ann'));
    await put(0, 'lent', accessOf('ann', 'public'));
  });
  afterAll(async () => {
    await knowledge.close();
    await database.close();
    await own.drop();
  });

  const rowsOf = async (table: string, scope: ItemScope, few?: typeof NONE_ARE_FEW): Promise<string[]> => {
    const searched = await searchedRows(database.db, scope, few);
    const { rows } = await sql<{ title: string }>`select items.title from ${sql.table(table)} as searched
      join items on items.row = searched.item_row where ${searched.condition('searched')}
      order by items.title`.execute(database.db);
    return rows.map((row) => row.title);
  };

  /** The fast path by the rule stored with the words, and the path through the items. */
  const both = async (viewer: Viewer, more: Omit<ItemScope, 'viewer'> = {}): Promise<string[]> => {
    const expected = await rowsOf('search_words', { viewer, ...more });
    for (const table of ['search_words', 'search_vectors'])
      expect(await rowsOf(table, { viewer, ...more }, NONE_ARE_FEW)).toEqual(expected);
    return expected;
  };

  it('follows the rules of bases and items, alike whether few or many are in scope', async () => {
    expect(await both(viewerOf('ann'))).toEqual(['hidden', 'lent', 'private', 'public']);
    expect(await both(viewerOf('bob'))).toEqual(['lent', 'public']);
    expect(await both(administrator)).toHaveLength(4);
    expect(await both(viewerOf('bob'), { knowledgeBaseIds: [bases[0]!] })).toEqual(['lent']);
    expect(await both(viewerOf('bob'), { filter: { metadata: { kind: 'hidden' } } })).toEqual([]);
    expect(await both(viewerOf('ann'), { filter: { metadata: { kind: 'hidden' } } })).toEqual(['hidden']);
  });

  it('follows a change of the rules at once', async () => {
    const { rows } = await knowledge.reader.listItems({ viewer: viewerOf('ann'), limit: 9 });
    const { id } = rows.find((item) => item.title === 'private')!;
    await knowledge.writer.setItemAccess({ itemId: id, access: accessOf('ann', 'public') });
    expect(await both(viewerOf('bob'))).toEqual(['lent', 'private', 'public']);
    await put(1, 'public', accessOf('ann'));
    expect(await both(viewerOf('bob'))).toEqual(['lent', 'private']);
  });
});
