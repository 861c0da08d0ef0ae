import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../database/open-database.js';
import { createTestDatabase, testServer } from '../database/test-database.test-helper.js';

const postgres = testServer();

const content = (cut: string, failed: string) => ({
  // What an answer says about codes stays as it is.
  shownAnswer: 'It returns {"code":"answer-cut"} then.',
  view: { warnings: [{ code: cut, message: 'Cut.' }], error: { code: failed, message: 'Full.' } },
});

it.each([['SQLite', null], ...(postgres ? [['PostgreSQL', postgres] as const] : [])] as const)(
  'an update gives stored errors and warnings codes with underscores, on %s',
  async (_, server) => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-codes-'));
    const own = server === null ? null : await createTestDatabase(server);
    const open = () => openDatabase(own ? { url: own.url } : { folder });
    const old = await open();
    await sql`insert into messages (id, conversation_id, role, text, content, status, created_at) values
      ('m', 'c', 'assistant', '', ${JSON.stringify(content('answer-cut', 'rate-limit'))}, 'failed', '2026-01-01')`.execute(
      old.db,
    );
    await sql`insert into reading_attempts (content_hash, begun, failures, code, updated_at)
      values ('h', 2, 2, 'time-limit', '2026-01-01')`.execute(old.db);
    await sql`insert into turns (id, conversation_id, user_id, user_message_id, assistant_message_id, status, model_id,
        request, error_code, retryable, context_reports, input_tokens, output_tokens, cached_input_tokens,
        stop_requested, server_id, created_at)
      values ('t', 'c', 'u', 'q', 'm', 'failed', 'x', '{}', 'rate-limit', 1, '[]', 0, 0, 0, 0, 's', '2026-01-01')`.execute(
      old.db,
    );
    await sql`delete from ibid_migrations where name = '0204-error-codes'`.execute(old.db);
    await old.close();

    const opened = await open();
    const message = await sql<{ content: string }>`select content from messages`.execute(opened.db);
    expect(JSON.parse(message.rows[0]!.content)).toEqual(content('answer_cut', 'rate_limit'));
    const attempt = await sql`select code from reading_attempts`.execute(opened.db);
    expect(attempt.rows).toEqual([{ code: 'time_limit' }]);
    const turn = await sql`select error_code from turns`.execute(opened.db);
    expect(turn.rows).toEqual([{ error_code: 'rate_limit' }]);
    await opened.close();
    await own?.drop();
    await rm(folder, { recursive: true, force: true });
  },
);
