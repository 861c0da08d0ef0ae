import { sql } from 'kysely';
import { afterAll, beforeAll, describe } from 'vitest';
import { openDatabase } from '../../database/open-database.js';
import { createTestDatabase, testServer } from '../../database/test-database.test-helper.js';
import { accessContract } from '../access-contract.test-helper.js';
import { knowledgeContract } from '../contract.test-helper.js';
import { ownViewContract } from '../own-view-contract.test-helper.js';

const server = testServer();

/** Emptied before each test: creating a database takes longer than the test. */
const TABLES = [
  'knowledge_bases',
  'items',
  'access_rules',
  'link_names',
  'search_rule_terms',
  'search_rule_term_changes',
];

describe.skipIf(!server)('OPS-2 knowledge on PostgreSQL', () => {
  let own: Awaited<ReturnType<typeof createTestDatabase>>;
  let second: Awaited<ReturnType<typeof createTestDatabase>>;

  beforeAll(async () => {
    own = await createTestDatabase(server!);
    second = await createTestDatabase(server!);
  });
  afterAll(async () => {
    await own.drop();
    await second.drop();
  });

  const emptied = async (url: string) => {
    const opened = await openDatabase({ url, poolSize: 4 });
    for (const table of TABLES) await sql`delete from ${sql.table(table)}`.execute(opened.db);
    return opened;
  };
  const open = () => emptied(own.url);

  describe('the contract', () => {
    knowledgeContract(open);
  });
  describe('access', () => {
    accessContract(open);
    ownViewContract(open, () => emptied(second.url));
  });
});
