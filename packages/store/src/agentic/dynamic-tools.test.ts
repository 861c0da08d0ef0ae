import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scriptedModel } from '@ibid/core/testing';
import { agenticContextSearch, defaultRetrievalSettings } from '@ibid/retrieval/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../database/open-database.js';
import { accessOf, itemOf } from '../knowledge/contract-kit.test-helper.js';
import { openKnowledge } from '../knowledge/open-knowledge.js';
import { ann, builtIn } from './agentic-kit.test-helper.js';
import { DynamicToolRepository } from './dynamic-tool-repository.js';

const MOST_AT_ONCE = 8;
let folder: string;
const closing: (() => Promise<void>)[] = [];

/** What each process owns: connections, indexes, tools. Only the folder is shared. */
async function startProcess() {
  const database = await openDatabase({ folder });
  const knowledge = await openKnowledge({ database, embedder: null });
  const close = async () => {
    await knowledge.close();
    await database.close();
  };
  closing.push(close);
  const ask = async (query: string, search = builtIn()) =>
    agenticContextSearch({
      store: knowledge.reader,
      viewer: ann,
      settings: defaultRetrievalSettings,
      models: { search, classify: null },
      dynamicTools: new DynamicToolRepository({ db: database.db }),
      now: () => Date.parse('2026-01-01T00:00:00Z'),
    }).execute(
      { query },
      {
        callId: 'call',
        turnId: 'turn',
        conversationId: 'conversation',
        signal: new AbortController().signal,
        progress: () => {},
        conversationTokens: 0,
        availableTokens: 4_000,
        history: [],
      },
    );
  return { knowledge, ask, close: () => closing.splice(closing.indexOf(close), 1)[0]!() };
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-dynamic-'));
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await rm(folder, { recursive: true, force: true });
});

describe('AGR-4 dynamic tools are data', () => {
  it('made by one process, they are offered and work in another, and after a restart; a bounded number at once', async () => {
    const first = await startProcess();
    const { id } = await first.knowledge.bases.create({ name: 'Logs', access: accessOf('ann') });
    for (let log = 0; log < 12; log += 1) {
      const paragraphs = Array.from({ length: 40 }, (_, day) =>
        `Storm of log ${log} on day ${day}. `.repeat(30),
      );
      const item = { knowledgeBaseId: id, title: `Log ${log}`, paragraphs, embedder: null };
      await first.knowledge.writer.putItem(await itemOf(item));
    }
    await first.ask('What was the storm on day 3?');

    for (const isRestart of [false, true]) {
      if (isRestart) await first.close();
      const other = await startProcess();
      const listing = scriptedModel([[{ call: 'finish_retrieval', input: { reason: 'looked' } }]]);
      await other.ask('What was the storm on day 3?', listing).catch(() => undefined);
      const made = (listing.requests[0]?.tools ?? [])
        .map((tool) => tool.name)
        .filter((name) => name.startsWith('read_'));
      expect(made.length).toBeGreaterThan(0);
      expect(made.length).toBeLessThanOrEqual(MOST_AT_ONCE);
      const reading = scriptedModel([
        [{ call: made[0]!, input: { from: 30, to: 31 } }],
        [{ call: 'finish_retrieval', input: { reason: 'read' } }],
        [{ call: 'finish_retrieval', input: { reason: 'read' } }],
        [{ call: 'finish_retrieval', input: { reason: 'read' } }],
      ]);
      const outcome = await other.ask('What was the storm on day 3?', reading);
      expect(outcome.chunks?.map((chunk) => chunk.text).join('\n')).toMatch(/on day (?:29|30|31)\./u);
    }
  });
});
