import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../database/open-database.js';
import { createTestDatabase, testServer } from '../database/test-database.test-helper.js';

const postgres = testServer();

/** An answer with two calls of the search agent, as stored and as displayed. */
function content(shown: unknown) {
  const outcome = { text: 'In Graz.', data: { trajectory: 'The salary is 90,000.' } };
  return {
    shownAnswer: 'In Graz [1].',
    view: {
      blocks: [
        { kind: 'tools', calls: [{ callId: 'a', result: { text: 'In Graz.', data: shown } }] },
        { kind: 'tools', calls: [{ callId: 'b', result: null }] },
        { kind: 'text', text: 'In Graz.' },
      ],
    },
    steps: [
      { calls: [{ callId: 'a', outcome }] },
      { calls: [{ callId: 'b' }, { callId: 'c', outcome: { text: '"data":' } }] },
    ],
  };
}

it.each([['SQLite', null], ...(postgres ? [['PostgreSQL', postgres] as const] : [])] as const)(
  'ORG-3 an update takes out what an agent read of documents that were deleted before it, on %s',
  async (_, server) => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-forget-'));
    const own = server === null ? null : await createTestDatabase(server);
    const open = () => openDatabase(own ? { url: own.url } : { folder });
    const old = await open();
    // More than one batch; one in three was cleaned.
    const ids = Array.from({ length: 250 }, (_value, index) => `m${String(index).padStart(3, '0')}`);
    const wasCleaned = (index: number) => index % 3 === 0;
    for (const [index, id] of ids.entries()) {
      const stored = JSON.stringify(content(wasCleaned(index) ? null : { trajectory: 'kept' }));
      await sql`insert into messages (id, conversation_id, role, text, content, status, created_at)
        values (${id}, 'c', 'assistant', 'In Graz [1].', ${stored}, 'complete', '2026-01-01')`.execute(
        old.db,
      );
    }
    await sql`delete from ibid_migrations where name = '0202-forget-agent-reading'`.execute(old.db);
    await old.close();

    const opened = await open();
    const { rows } = await sql<{ content: string }>`select content from messages order by id`.execute(
      opened.db,
    );
    expect(rows).toHaveLength(ids.length);
    for (const [index, row] of rows.entries()) {
      const expected = content(wasCleaned(index) ? null : { trajectory: 'kept' });
      if (wasCleaned(index)) delete (expected.steps[0]!.calls[0]!.outcome as { data?: unknown }).data;
      expect(JSON.parse(row.content)).toEqual(expected);
    }
    await opened.close();
    await own?.drop();
    await rm(folder, { recursive: true, force: true });
  },
);
