import { sql } from 'kysely';
import type { Migration } from './migration.js';

const AT_ONCE = 100;

/**
 * ORG-3: earlier versions removed a deleted document from answers but kept what the search agent had read of it in the
 * record of the call. They did clear what the page shows of the call, which identifies these records.
 */
export const forgetAgentReading: Migration = {
  name: '0202-forget-agent-reading',
  async up(db) {
    for (let last = ''; ;) {
      const { rows } = await sql<{ id: string; content: string }>`
        select id, content from messages
        where role = 'assistant' and id > ${last} and content like '%"data":%' order by id limit ${AT_ONCE}`.execute(
        db,
      );
      for (const { id, content } of rows) {
        const cleaned = withoutReading(content);
        if (cleaned !== null)
          await sql`update messages set content = ${cleaned} where id = ${id}`.execute(db);
      }
      if (rows.length < AT_ONCE) return;
      last = rows.at(-1)!.id;
    }
  },
};

interface Content {
  view?: { blocks?: { calls?: { callId: string; result: { data: unknown } | null }[] }[] };
  steps?: { calls?: { callId: string; outcome?: { data?: unknown } }[] }[];
}

/** Null if there is nothing to remove. */
function withoutReading(stored: string): string | null {
  const content = JSON.parse(stored) as Content;
  const shown = (content.view?.blocks ?? []).flatMap(({ calls }) => calls ?? []);
  const cleaned = new Set(
    shown.filter(({ result }) => result !== null && result.data === null).map(({ callId }) => callId),
  );
  let changed = false;
  for (const { callId, outcome } of (content.steps ?? []).flatMap(({ calls }) => calls ?? [])) {
    if (!outcome || outcome.data === undefined || !cleaned.has(callId)) continue;
    delete outcome.data;
    changed = true;
  }
  return changed ? JSON.stringify(content) : null;
}
