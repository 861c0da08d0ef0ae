import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Codes of errors and warnings that earlier versions wrote with hyphens into the stored view of an answer. */
const HYPHENATED = [
  'answer-cut',
  'content-policy',
  'context-overflow',
  'context-refit',
  'context-too-long',
  'descriptor-not-stored',
  'empty-response',
  'invalid-request',
  'invalid-response',
  'output-limit',
  'prompt-cut',
  'provider-failed',
  'provider-retry',
  'rate-limit',
  'reference-not-stored',
  'repair-failed',
  'small-window',
  'step-limit',
  'stream-interrupted',
  'time-out',
  'tool-call-as-text',
  'tool-result',
  'unknown-forced-tool',
  'unknown-model',
];

/** All codes of errors have underscores, as those of the API always had. */
export const errorCodes: Migration = {
  name: '0204-error-codes',
  async up(db) {
    await sql`update turns set error_code = replace(error_code, '-', '_') where error_code like '%-%'`.execute(
      db,
    );
    await sql`update reading_attempts set code = replace(code, '-', '_') where code like '%-%'`.execute(db);
    // In JSON, a quotation mark within a text has a backslash before it, so this changes no text of an answer.
    const content = HYPHENATED.reduce(
      (text, code) =>
        sql<string>`replace(${text}, ${`"code":"${code}"`}, ${`"code":"${code.replaceAll('-', '_')}"`})`,
      sql<string>`content`,
    );
    await sql`update messages set content = ${content}
      where role = 'assistant' and content like '%"code":"%-%'`.execute(db);
  },
};
