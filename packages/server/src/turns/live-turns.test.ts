import {
  claimTurn,
  ConversationRepository,
  newId,
  openDatabase,
  PacketRepository,
  TurnRepository,
} from '@ibid/store/internal';
import type { OpenDatabase } from '@ibid/store/internal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noLiveChannel } from '../scale/live-channel.js';
import type { LiveTurn } from './live-turn.js';
import { LiveTurns } from './live-turns.js';

const createdAt = '2026-01-01T00:00:00.000Z';

describe('FLOW-8, FLOW-9 packets where several servers share a database', () => {
  let database: OpenDatabase;
  let liveTurns: LiveTurns;
  let turnId: string;
  let conversationId: string;
  let errors: number;

  beforeEach(async () => {
    database = await openDatabase({ folder: ':memory:' });
    const { db } = database;
    const turns = new TurnRepository(db);
    errors = 0;
    liveTurns = new LiveTurns({
      serverId: 'here',
      packets: new PacketRepository(db),
      storesFirst: true,
      takenOf: (turnIds) => turns.takenFrom('here', turnIds),
      channel: noLiveChannel,
      onStoreError: () => (errors += 1),
    });
    ({ turnId, conversationId } = await startTurn());
  });
  afterEach(() => database.close());

  const startTurn = async () => {
    const id = newId();
    const conversation = await new ConversationRepository(database.db).create({ ownerId: 'ann' });
    const message = (role: 'user' | 'assistant', parentId: string | null) => ({
      id: newId(),
      conversationId: conversation.id,
      parentId,
      role,
      text: '',
      content: {},
      turnId: null,
      status: 'complete' as const,
      createdAt,
    });
    const user = message('user', null);
    const assistant = message('assistant', user.id);
    await new TurnRepository(database.db).start({
      turn: {
        id,
        conversationId: conversation.id,
        userId: 'ann',
        modelId: 'm',
        agentId: null,
        request: { agentId: null, modelId: 'm', scope: [] },
        userMessageId: user.id,
        assistantMessageId: assistant.id,
        serverId: 'here',
        createdAt,
      },
      messages: [user, assistant],
    });
    return { turnId: id, conversationId: conversation.id };
  };
  const say = (live: LiveTurn, text: string) => live.emitAnswerDelta({ turnIndex: 0, tabIndex: 0 }, text);
  const rename = (from: string, to: string) => database.db.schema.alterTable(from).renameTo(to).execute();
  const watched = (turn = { turnId, conversationId }) => {
    const live = liveTurns.create(turn);
    const seen = { frames: '', ends: 0, stops: 0 };
    const stop = () => (seen.stops += 1);
    liveTurns.run({ live, stop, interrupt: stop, done: new Promise(() => undefined) });
    live.watch({ write: (frames) => (seen.frames += frames), end: () => (seen.ends += 1) }, 0);
    return { live, seen };
  };

  it('are sent when they are stored, however long that takes, and in order', async () => {
    const { live, seen } = watched();
    await rename('turn_packets', 'turn_packets_away');
    say(live, 'one ');
    await liveTurns.drain();
    say(live, 'two ');
    await liveTurns.drain();
    expect({ errors, ...seen }).toEqual({ errors: 2, frames: '', ends: 0, stops: 0 });
    expect(await liveTurns.settle(turnId)).toBe(false);
    await rename('turn_packets_away', 'turn_packets');
    expect(await liveTurns.settle(turnId)).toBe(true);
    expect(seen.frames.match(/one |two /gu)).toEqual(['one ', 'two ']);
    expect(await new PacketRepository(database.db).after(turnId, 0)).toHaveLength(2);
  });

  it('keep the pace of their own turn: none waits for those of another', async () => {
    const quick = watched();
    const slow = watched(await startTurn());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      say(quick.live, 'one ');
      await vi.advanceTimersByTimeAsync(2);
      expect(quick.seen.frames).toContain('one ');
      say(quick.live, 'two ');
      await vi.advanceTimersByTimeAsync(20);
      expect(quick.seen.frames).not.toContain('two ');
      // The first packet of a silent turn is sent at once, together with other pending ones.
      say(slow.live, 'slow ');
      await vi.advanceTimersByTimeAsync(2);
      expect(slow.seen.frames).toContain('slow ');
      expect(quick.seen.frames).toContain('two ');
      say(quick.live, 'three ');
      await vi.advanceTimersByTimeAsync(46);
      expect(quick.seen.frames).toContain('three ');
    } finally {
      vi.useRealTimers();
    }
  });

  it('of a turn that another one has taken are not sent: its watchers have to ask again', async () => {
    const { live, seen } = watched();
    expect(await claimTurn(database.db, { turnId, from: 'here', to: 'there' })).toBe(true);
    say(live, 'never');
    await liveTurns.drain();
    expect(seen).toEqual({ frames: '', ends: 1, stops: 1 });
    expect(liveTurns.get(turnId)).toBeNull();
    say(live, 'nor this');
    await liveTurns.drain();
    expect(seen.frames).toBe('');
    expect(await new PacketRepository(database.db).after(turnId, 0)).toEqual([]);
  });
});
