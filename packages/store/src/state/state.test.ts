import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyTurnView } from '@ibid/core/turn-view';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, openDatabase } from '../database/index.js';
import type { OpenDatabase } from '../database/index.js';
import { createTestDatabase, testServer } from '../database/test-database.test-helper.js';
import {
  ApiKeyRepository,
  BlobStore,
  ConversationRepository,
  FileRepository,
  FileTooLarge,
  IdempotencyRepository,
  MessageRepository,
  PacketRepository,
  ServerRepository,
  SessionRepository,
  SourceRepository,
  TurnRepository,
  TurnTaken,
  UsageRepository,
  UserRepository,
  claimTurn,
  branchTo,
  forkConversation,
  newestLeafUnder,
  siblingsOf,
} from './index.js';
import type { MessageRow } from './index.js';

const postgres = testServer();
const backends: [string, string | null][] = [
  ['SQLite', null],
  ...(postgres ? [['PostgreSQL', postgres] as [string, string]] : []),
];

describe.each(backends)('OPS-2 state on %s', (_, server) => {
  let folder: string;
  let opened: OpenDatabase;
  let own: Awaited<ReturnType<typeof createTestDatabase>> | null = null;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-state-'));
    own = server === null ? null : await createTestDatabase(server);
    opened = await openDatabase(own ? { url: own.url } : { folder });
  });

  afterAll(async () => {
    await opened.close();
    await own?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const viewer = (userId: string, roles: string[] = []) => ({ userId, roles });

  function message(conversationId: string, parentId: string | null, role: 'user' | 'assistant'): MessageRow {
    const createdAt = new Date().toISOString();
    return {
      id: newId(),
      conversationId,
      parentId,
      role,
      text: `text of ${role}`,
      content: {},
      turnId: null,
      status: 'complete',
      createdAt,
    };
  }

  async function startTurn(conversationId: string, idempotencyKey?: string) {
    const turns = new TurnRepository(opened.db);
    const user = message(conversationId, null, 'user');
    const assistant = message(conversationId, user.id, 'assistant');
    const id = newId();
    const started = await turns.start({
      turn: {
        id,
        conversationId,
        userId: 'ann',
        userMessageId: user.id,
        assistantMessageId: assistant.id,
        modelId: 'm',
        agentId: null,
        request: { agentId: null, modelId: 'm', scope: [] },
        serverId: 'gone',
        createdAt: user.createdAt,
      },
      messages: [user, assistant],
      ...(idempotencyKey
        ? {
            also: (transaction) =>
              new IdempotencyRepository(opened.db).save(transaction, {
                userId: 'ann',
                key: idempotencyKey,
                answer: { requestHash: 'h', status: 202, response: { id } },
              }),
          }
        : {}),
    });
    return { started, id, user, assistant };
  }

  describe('API-2 who may see what', () => {
    it('finds a conversation for its owner, for whom it is shared with, and for nobody else', async () => {
      const conversations = new ConversationRepository(opened.db);
      const made = await conversations.create({ ownerId: 'ann' });
      expect(await conversations.get(viewer('bob'), made.id)).toBeNull();
      await conversations.update(made.id, {
        sharing: { visibility: 'shared', sharedWithUsers: ['bob'], sharedWithGroups: ['law_50%'] },
      });
      expect(await conversations.get(viewer('bob'), made.id)).not.toBeNull();
      expect(await conversations.get(viewer('eve', ['law_50%']), made.id)).not.toBeNull();
      expect(await conversations.get(viewer('eve', ['lawX50Y']), made.id)).toBeNull();
      expect(await conversations.get(viewer('ob'), made.id)).toBeNull();
      await conversations.update(made.id, {
        sharing: { visibility: 'private', sharedWithUsers: ['bob'], sharedWithGroups: [] },
      });
      expect(await conversations.get(viewer('bob'), made.id)).toBeNull();
    });

    it('keeps no secret in the clear', async () => {
      const { token } = await new SessionRepository(opened.db).create({
        userId: 'ann',
        lifetimeMilliseconds: 1000,
      });
      const keys = new ApiKeyRepository(opened.db);
      const { key } = await keys.create({ userId: 'ann', name: 'k', scopes: ['read'] });
      expect((await keys.find(key))?.scopes).toEqual(['read']);
      expect(await keys.find(`${key}x`)).toBeNull();
      const rows = JSON.stringify([
        await opened.db.selectFrom('sessions').selectAll().execute(),
        await opened.db.selectFrom('api_keys').selectAll().execute(),
      ]);
      expect(rows).not.toContain(token);
      expect(rows).not.toContain(key);
    });

    it('forgets expired sessions and keys', async () => {
      const sessions = new SessionRepository(opened.db);
      const { token } = await sessions.create({ userId: 'ann', lifetimeMilliseconds: -1 });
      expect(await sessions.find(token)).toBeNull();
      const keys = new ApiKeyRepository(opened.db);
      const { key } = await keys.create({
        userId: 'ann',
        name: 'old',
        scopes: ['read'],
        expiresAt: '2020-01-01T00:00:00.000Z',
      });
      expect(await keys.find(key)).toBeNull();
    });

    it('takes a name once, whatever its case', async () => {
      const users = new UserRepository(opened.db);
      expect(await users.create({ name: 'Ann', role: 'member', passwordHash: null })).not.toBeNull();
      expect(await users.create({ name: 'ANN', role: 'member', passwordHash: null })).toBeNull();
    });
  });

  describe('FLOW-10 conversation tree', () => {
    it('lists page after page, newest first, each row once', async () => {
      const conversations = new ConversationRepository(opened.db);
      const made = new Set<string>();
      for (let count = 0; count < 7; count += 1)
        made.add((await conversations.create({ ownerId: 'lister', title: `Talk ${count}` })).id);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: { rows: { id: string }[]; cursor: string | null } = await conversations.list({
          viewer: viewer('lister'),
          limit: 3,
          cursor,
        });
        seen.push(...page.rows.map((row) => row.id));
        cursor = page.cursor;
      } while (cursor);
      expect(seen).toHaveLength(7);
      expect(new Set(seen)).toEqual(made);
      const found = await conversations.list({ viewer: viewer('lister'), limit: 9, query: 'tALK 3' });
      expect(found.rows.map((row) => row.title)).toEqual(['Talk 3']);
      const none = await conversations.list({ viewer: viewer('lister'), limit: 9, query: '%' });
      expect(none.rows).toEqual([]);
    });

    it('finds branches, siblings and the leaf that a switch leads to', async () => {
      const conversation = await new ConversationRepository(opened.db).create({ ownerId: 'ann' });
      const messages = new MessageRepository(opened.db);
      const first = message(conversation.id, null, 'user');
      const answerA = message(conversation.id, first.id, 'assistant');
      const answerB = message(conversation.id, first.id, 'assistant');
      const follow = message(conversation.id, answerA.id, 'user');
      for (const each of [first, answerA, answerB, follow]) await messages.insert(each);
      const tree = await messages.tree(conversation.id);
      expect(branchTo(tree, follow.id).map((node) => node.id)).toEqual([first.id, answerA.id, follow.id]);
      expect(branchTo(tree, 'nowhere')).toEqual([]);
      expect(newestLeafUnder(tree, answerA.id)).toBe(follow.id);
      expect(
        siblingsOf(
          tree,
          tree.find((node) => node.id === answerA.id)!,
        ).toSorted(),
      ).toEqual([answerA.id, answerB.id].toSorted());
    });

    it('forks a branch with its numbers, and the two go separate ways', async () => {
      const conversations = new ConversationRepository(opened.db);
      const sources = new SourceRepository(opened.db);
      const messages = new MessageRepository(opened.db);
      const original = await conversations.create({ ownerId: 'ann', title: 'One' });
      const first = message(original.id, null, 'user');
      const answer = message(original.id, first.id, 'assistant');
      const other = message(original.id, first.id, 'assistant');
      for (const each of [first, answer, other]) await messages.insert(each);
      const source = (number: number) => ({
        number,
        itemId: `item${number}`,
        title: 't',
        origin: 'tool' as const,
      });
      await sources.save({ conversationId: original.id, turnId: null, sources: [source(1), source(2)] });
      const fork = await forkConversation({
        db: opened.db,
        conversationId: original.id,
        ownerId: 'bob',
        title: 'Two',
        messageIds: [first.id, answer.id],
      });
      const copied = await messages.tree(fork.conversationId);
      expect(copied).toHaveLength(2);
      const root = copied.find((node) => node.parentId === null);
      expect(copied.find((node) => node !== root)?.parentId).toBe(root?.id);
      await sources.save({ conversationId: original.id, turnId: null, sources: [source(3)] });
      expect((await sources.load(fork.conversationId)).sources.map((one) => one.number)).toEqual([1, 2]);
      expect((await conversations.get(viewer('bob'), fork.conversationId))?.forkedFrom?.messageId).toBe(
        answer.id,
      );
      expect(await conversations.get(viewer('ann'), fork.conversationId)).toBeNull();
    });

    it('REF-2 never changes a number that was given', async () => {
      const sources = new SourceRepository(opened.db);
      const one = { number: 1, itemId: 'a', title: 'A', origin: 'tool' as const };
      await sources.save({ conversationId: 'numbers', turnId: null, sources: [one] });
      await sources.save({ conversationId: 'numbers', turnId: null, sources: [{ ...one, itemId: 'b' }] });
      expect((await sources.load('numbers')).sources).toEqual([one]);
    });
  });

  describe('FLOW-9 turns', () => {
    it('runs one turn of a conversation at a time, and stores nothing of the second', async () => {
      const conversation = await new ConversationRepository(opened.db).create({ ownerId: 'ann' });
      expect((await startTurn(conversation.id)).started).toBe(true);
      const second = await startTurn(conversation.id, 'key-of-second');
      expect(second.started).toBe(false);
      expect(await new MessageRepository(opened.db).get(conversation.id, second.user.id)).toBeNull();
      expect(await new IdempotencyRepository(opened.db).find('ann', 'key-of-second')).toBeNull();
    });

    it('finds the running turns of processes that are gone', async () => {
      const servers = new ServerRepository(opened.db);
      const own = await servers.register();
      await opened.db
        .insertInto('servers')
        .values({
          id: 'killed',
          host: 'elsewhere',
          process_id: 1,
          started_at: '2020-01-01T00:00:00.000Z',
          heartbeat_at: '2020-01-01T00:00:00.000Z',
        })
        .execute();
      expect(await servers.living()).toEqual([own]);
      const conversation = await new ConversationRepository(opened.db).create({ ownerId: 'ann' });
      const { id } = await startTurn(conversation.id);
      const orphans = await new TurnRepository(opened.db).orphans([own]);
      expect(orphans.map((turn) => turn.id)).toContain(id);
      await servers.remove(own);
    });

    it('FLOW-8 gives back the packets after a cursor', async () => {
      const packets = new PacketRepository(opened.db, opened.dialect);
      const conversations = new ConversationRepository(opened.db);
      const ids: string[] = [];
      for (let count = 0; count < 2; count += 1) {
        const conversation = await conversations.create({ ownerId: 'ann' });
        ids.push((await startTurn(conversation.id)).id);
      }
      const [p = '', q = ''] = ids;
      const { serverId } = (await new TurnRepository(opened.db).get(p))!;
      await packets.append(serverId, [
        { turnId: p, firstSeq: 1, lastSeq: 3, lines: 'a\nb\nc' },
        { turnId: p, firstSeq: 4, lastSeq: 4, lines: 'd' },
        { turnId: q, firstSeq: 1, lastSeq: 1, lines: 'x' },
      ]);
      expect((await packets.after(p, 2)).map((batch) => batch.firstSeq)).toEqual([1, 4]);
      expect((await packets.after(p, 3)).map((batch) => batch.firstSeq)).toEqual([4]);
      expect(await packets.after(p, 4)).toEqual([]);
    });

    it('OPS-2 leaves a turn alone that another server took over: a process that was held up comes too late', async () => {
      const packets = new PacketRepository(opened.db, opened.dialect);
      const turns = new TurnRepository(opened.db);
      const conversation = await new ConversationRepository(opened.db).create({ ownerId: 'ann' });
      const { id } = await startTurn(conversation.id);
      const { serverId, assistantMessageId } = (await turns.get(id))!;
      const finished = (by: string, status: 'complete' | 'interrupted') =>
        turns.finish({
          turnId: id,
          serverId: by,
          conversationId: conversation.id,
          assistantMessageId,
          status,
          text: by,
          content: { view: emptyTurnView(id), steps: [], shownAnswer: by, descriptor: null },
          error: null,
          contextReports: [],
          trajectory: null,
          usage: { inputTokens: 0, outputTokens: 0 },
          costUsd: null,
        });
      expect(await claimTurn(opened.db, { turnId: id, from: serverId, to: 'other' })).toBe(true);
      await finished('other', 'interrupted');
      await packets.append('other', [{ turnId: id, firstSeq: 5, lastSeq: 6, lines: 'y\nz' }]);
      await packets.append(serverId, [{ turnId: id, firstSeq: 4, lastSeq: 9, lines: 'late' }]);
      await expect(finished(serverId, 'complete')).rejects.toBeInstanceOf(TurnTaken);
      expect((await turns.get(id))?.status).toBe('interrupted');
      expect((await packets.after(id, 0)).map((batch) => batch.lines)).toEqual(['y\nz']);
    });
  });

  describe('files', () => {
    async function* parts(...texts: string[]) {
      for (const text of texts) yield new TextEncoder().encode(text);
    }

    it('stores the same content once, and keeps it while a file needs it', async () => {
      const blobs = new BlobStore(folder);
      const files = new FileRepository(opened.db);
      const limits = { maximumBytes: 100 };
      const one = await blobs.put(parts('hel', 'lo'), limits);
      const two = await blobs.put(parts('hello'), limits);
      expect(two).toEqual(one);
      const owned = { ownerId: 'ann', name: 'a.txt', mediaType: 'text/plain', bytes: 5, blobHash: one.hash };
      const first = await files.create(owned);
      const second = await files.create({ ...owned, ownerId: 'bob' });
      const counted = {
        reason: null,
        tokens: 1,
        characters: 5,
        mediaType: 'text/plain',
        width: null,
        height: null,
      };
      await files.finish(first.id, { state: 'counted', ...counted }, 'hello');
      const { ownerId } = first;
      expect((await files.findCounted({ blobHash: one.hash, ownerId }))?.tokens).toBe(1);
      // Otherwise the speed of reading would reveal that somebody else has the same file.
      expect(await files.findCounted({ blobHash: one.hash, ownerId: 'somebody else' })).toBeNull();
      expect((await files.uncounted()).map((file) => file.id)).toEqual([second.id]);
      expect(await files.delete(first.id)).toBeNull();
      expect(await files.text(one.hash)).toBe('hello');
      expect(await files.delete(second.id)).toBe(one.hash);
      expect(await files.text(one.hash)).toBeNull();
    });

    it('refuses what is over the limit and leaves nothing behind', async () => {
      const blobs = new BlobStore(folder);
      await expect(blobs.put(parts('0123456789', 'x'), { maximumBytes: 10 })).rejects.toBeInstanceOf(
        FileTooLarge,
      );
      expect(await readdir(join(folder, 'blobs', 'incoming'))).toEqual([]);
    });
  });

  describe('MOD-3 usage', () => {
    it('adds up by model and by user', async () => {
      const usage = new UsageRepository(opened.db);
      const entry = (userId: string, modelId: string, costUsd: number | null) => ({
        userId,
        conversationId: 'c',
        turnId: 't',
        purpose: 'chat',
        step: 1,
        modelId,
        usage: { inputTokens: 10, outputTokens: 2, cachedInputTokens: 4 },
        costUsd,
      });
      await usage.add([entry('u1', 'm1', 0.5), entry('u1', 'm2', null), entry('u2', 'm1', 0.25)]);
      const byModel = await usage.totals({ groupBy: 'model' });
      expect(byModel.map((row) => [row.key, row.entries, row.inputTokens, row.costUsd])).toEqual([
        ['m1', 2, 20, 0.75],
        ['m2', 1, 10, 0],
      ]);
      expect((await usage.totals({ groupBy: 'day', userId: 'u2' }))[0]?.entries).toBe(1);
    });
  });
});
