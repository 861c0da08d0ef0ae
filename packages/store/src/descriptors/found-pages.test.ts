import { descriptorTools } from '@ibid/core';
import type { ToolContext } from '@ibid/core';
import { expect, it } from 'vitest';
import { openDatabase } from '../database/open-database.js';
import { DatabaseDescriptorStore } from './database-descriptor-store.js';
import { forkDescriptors } from './fork-descriptors.js';

it('FD-4 pages of tokens are kept with the content: another turn, or a fork, need not find them again', async () => {
  const database = await openDatabase({ folder: ':memory:' });
  const { db } = database;
  const open = (conversationId: string) =>
    new DatabaseDescriptorStore({ db, conversationId, messageIds: null });
  const lines = Array.from({ length: 3_000 }, (_, line) => `line ${line} of it\n`).join('');
  await open('parent').create({ content: lines, origin: { kind: 'turn', turnId: 't' } });
  let counts = 0;
  const countTokens = (text: string) => {
    counts += 1;
    return text.length;
  };
  // A new store and new tools, as in every turn.
  const page = async (conversationId: string, fd = 'fd:1') => {
    const options = { store: open(conversationId), workspace: null, countTokens, tokenizer: 'characters' };
    const readFd = descriptorTools(options).find((tool) => tool.name === 'read_fd');
    const input = readFd?.inputSchema.parse({ fd, start: 400, page_tokens: 100 });
    const context = { availableTokens: 10_000, signal: new AbortController().signal } as ToolContext;
    counts = 0;
    return (await readFd?.execute(input, context))?.text ?? '';
  };

  const first = await page('parent');
  expect(first).toContain('page="400"');
  expect(counts).toBeGreaterThan(400);
  const ids = {
    fromConversationId: 'parent',
    toConversationId: 'child',
    messageIds: new Map<string, string>(),
  };
  await db.transaction().execute((transaction) => forkDescriptors(transaction, ids));
  for (const conversationId of ['parent', 'child']) {
    expect(await page(conversationId)).toBe(first);
    expect(counts).toBe(0);
  }
  // A part is a different text with its own pages.
  const part = await open('parent').extract({ from: 'fd:1', range: { start: 50, end: lines.length } });
  const ofPart = await page('parent', part?.name);
  expect(counts).toBeGreaterThan(400);
  expect(ofPart.replaceAll(/<[^>]*>/gu, '')).not.toBe(first.replaceAll(/<[^>]*>/gu, ''));
  await database.close();
});
