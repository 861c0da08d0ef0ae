import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens, defineTool, runTurn } from '@ibid/core/internal';
import type { PastTurn, TurnResult } from '@ibid/core';
import {
  scriptedModel,
  testModelProfile,
  testTurnOptions,
  testUserMessage,
  type ScriptedModel,
  type ScriptedStep,
} from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDatabase, type OpenDatabase } from '../database/open-database.js';
import { FolderWorkspace } from '../workspace/folder-workspace.js';
import { DatabaseDescriptorStore } from './database-descriptor-store.js';
import { forkDescriptors } from './fork-descriptors.js';

const LINES = 75_000;
const NEEDLE = 41_234;
const lineAt = (line: number) =>
  `2026-03-01T00:00:00Z request ${line} served in ${(line * 7919) % 997} ms by worker <${line % 13}> & co.${line === NEEDLE ? ' OUT OF MEMORY' : ''}\n`;
const log = Array.from({ length: LINES }, (_, index) => lineAt(index + 1)).join('');

const fetchLog = defineTool({
  name: 'fetch_log',
  description: 'Fetches the log.',
  inputSchema: z.object({}),
  execute: async () => ({ text: log }),
});

const countLinesTool = defineTool({
  name: 'count_lines',
  description: 'Counts lines.',
  inputSchema: z.object({ text: z.string() }),
  acceptsDescriptors: ['text'],
  execute: async ({ text }) => ({ text: `${text.split('\n').length - 1} lines` }),
});

let folder: string;
let database: OpenDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-large-'));
  database = await openDatabase({ folder });
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const workspaceOf = (conversationId: string) =>
  new FolderWorkspace({ folder: join(folder, 'files', conversationId) });
const storeOf = (conversationId: string, messageIds: string[]) =>
  new DatabaseDescriptorStore({ db: database.db, conversationId, messageIds });

async function turn(options: {
  conversationId: string;
  /** Number of the turn: its messages are `u1` and `a1`, and so on. */
  number: number;
  pastTurns: PastTurn[];
  script: ScriptedStep[];
}): Promise<{ result: TurnResult; model: ScriptedModel; past: PastTurn }> {
  const { conversationId, number, pastTurns } = options;
  const model = scriptedModel(options.script);
  const user = testUserMessage('What went wrong?', { id: `u${number}` });
  const seen = [
    ...pastTurns.flatMap((past) => [past.user.id, past.assistant?.id ?? '']),
    `u${number}`,
    `a${number}`,
  ];
  const result = await runTurn(
    testTurnOptions({
      model,
      conversationId,
      turnId: `t${number}-${conversationId}`,
      assistantMessageId: `a${number}`,
      user,
      tools: [fetchLog, countLinesTool],
      descriptors: storeOf(conversationId, seen),
      workspace: workspaceOf(conversationId),
      context: { pastTurns, descriptorsEnabled: true },
    }),
  ).result;
  expect(result.error).toBeNull();
  expect(result.warnings).toEqual([]);
  model.assertFinished();
  for (const report of result.contextReports)
    expect(report.totalTokens).toBeLessThanOrEqual(report.budget.available);
  for (const request of model.requests) {
    const { encoding, window } = { encoding: 'o200k_base' as const, window: testModelProfile.contextWindow };
    expect(countTokens(JSON.stringify(request.prompt), encoding)).toBeLessThanOrEqual(window);
  }
  const assistant = {
    role: 'assistant' as const,
    id: `a${number}`,
    turnId: `t${number}`,
    steps: result.steps,
    answer: result.answer,
    status: 'complete' as const,
    createdAt: user.createdAt,
  };
  return { result, model, past: { user, assistant } };
}

const outcomeOf = (result: TurnResult, step: number, call = 0) =>
  result.steps[step]?.calls[call]?.outcome?.text ?? '';

describe('FD a tool result of 5 MB through a whole conversation', () => {
  let first: Awaited<ReturnType<typeof turn>>;

  it('is paged, searched, partly extracted, named and exported, and the context never exceeds its window', async () => {
    expect(log.length).toBeGreaterThan(5_000_000);
    first = await turn({
      conversationId: 'parent',
      number: 1,
      pastTurns: [],
      script: [
        [{ call: 'fetch_log', input: {} }],
        [
          { call: 'read_fd', input: { fd: 'fd:1', start: 300 } },
          { call: 'search_fd', input: { fd: 'fd:1', pattern: 'out of memory' } },
        ],
        [
          {
            call: 'read_fd',
            input: { fd: 'fd:1', mode: 'line', start: NEEDLE - 1, count: 3, extract_to_new_fd: true },
          },
          { call: 'read_fd', input: { fd: 'fd:1', read_all: true } },
        ],
        [
          { text: `Kept: <ref id="finding">\n\`\`\`json\n{"line": ${NEEDLE}}\n\`\`\`\n</ref>` },
          { call: 'fd_to_file', input: { fd: 'ref:finding', file_path: 'out/finding.json' } },
          { call: 'fd_to_file', input: { fd: 'fd:2', file_path: 'out/part.log' } },
          { call: 'fd_to_file', input: { fd: 'fd:1', file_path: 'out/all.log' } },
          { call: 'count_lines', input: { text: 'fd:1' } },
        ],
        [{ text: `It ran out of memory. <ref id="details">${'in detail, '.repeat(300)}</ref>` }],
      ],
    });
    const { result, model } = first;
    const shown = JSON.stringify(model.requests[1]?.prompt);
    expect(shown).toContain('<fd_result fd=');
    expect(shown.length).toBeLessThan(20_000);
    expect(outcomeOf(result, 1)).toMatch(/^<fd_content fd="fd:1" mode="page" page="300" /);
    expect(outcomeOf(result, 1, 1)).toContain(`${NEEDLE}: 2026-03-01T00:00:00Z request ${NEEDLE} `);
    expect(outcomeOf(result, 2)).toContain('<fd_extraction from="fd:1" fd="fd:2"');
    expect(outcomeOf(result, 2, 1)).toContain('truncated="true"');
    // Passed on by its handle: the tool received all of it, the conversation keeps the handle.
    expect(outcomeOf(result, 3, 3)).toBe(`${LINES} lines`);
    expect(result.steps[3]?.calls[3]?.input).toEqual({ text: 'fd:1' });

    const store = storeOf('parent', ['u1', 'a1']);
    expect(await store.read('fd:1')).toBe(log);
    expect(await store.read('fd:2')).toBe([-1, 0, 1].map((step) => lineAt(NEEDLE + step)).join(''));
    const workspace = workspaceOf('parent');
    expect(Buffer.from(await workspace.read('out/finding.json')).toString()).toBe(`{"line": ${NEEDLE}}\n`);
    expect(Buffer.from(await workspace.read('out/part.log')).toString()).toBe(await store.read('fd:2'));
    expect(Buffer.from(await workspace.read('out/all.log')).equals(Buffer.from(log))).toBe(true);
  });

  it('survives a restart, is forked, and is edited on both sides without either seeing the other', async () => {
    await database.close();
    database = await openDatabase({ folder });
    await database.db.transaction().execute((transaction) =>
      forkDescriptors(transaction, {
        fromConversationId: 'parent',
        toConversationId: 'child',
        messageIds: new Map([
          ['u1', 'u1'],
          ['a1', 'a1'],
        ]),
      }),
    );
    const edit = (conversationId: string) =>
      turn({
        conversationId,
        number: 2,
        pastTurns: [first.past],
        script: [
          [
            { text: `<ref id="finding">by the ${conversationId}</ref>` },
            { call: 'get_ref', input: { ref_id: 'finding' } },
            { call: 'read_fd', input: { fd: 'fd:1', start: 2 } },
            { call: 'get_ref', input: { ref_id: 'finding@1' } },
          ],
          [{ text: 'Done.' }],
        ],
      });
    for (const [conversationId, other] of [
      ['parent', 'child'],
      ['child', 'parent'],
    ] as const) {
      const { result, model } = await edit(conversationId);
      expect(outcomeOf(result, 0)).toContain(`by the ${conversationId}`);
      expect(outcomeOf(result, 0)).not.toContain(`by the ${other}`);
      expect(outcomeOf(result, 0, 1)).toContain('page="2"');
      expect(outcomeOf(result, 0, 2)).toContain(`{"line": ${NEEDLE}}`);
      // CTX-9: the past result appears as a handle and is not repeated.
      const prompt = JSON.stringify(model.requests[0]?.prompt);
      expect(prompt).toContain('fd:1');
      // FD-2: so does a long reference of a past answer.
      expect(prompt).toContain('[ref:details: 1 line, 3300 characters');
      expect(prompt).not.toContain('in detail, in detail');
      const store = storeOf(conversationId, ['u1', 'a1', 'u2', 'a2']);
      expect((await store.versions('ref:finding')).map(({ version }) => version)).toEqual([1, 2]);
    }
    // A branch that regenerates the second answer sees the first version again (FD-7).
    const regenerated = storeOf('parent', ['u1', 'a1', 'u2', 'a3']);
    expect(await regenerated.read('ref:finding')).toBe(`{"line": ${NEEDLE}}\n`);
    const contents = await database.db.selectFrom('descriptor_contents').select('bytes').execute();
    expect(contents.filter(({ bytes }) => bytes > 5_000_000)).toHaveLength(1);
  });
});
