import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../database/open-database.js';
import type { OpenDatabase } from '../database/open-database.js';
import { createTestDatabase, testServer } from '../database/test-database.test-helper.js';
import { FileRepository } from './file-repository.js';
import { QuotaRepository } from './quota-repository.js';
import { SpendingRepository, spendingPeriods } from './spending-repository.js';
import { UsageRepository } from './usage-repository.js';

const postgres = testServer();
const backends: [string, string | null][] = [
  ['SQLite', null],
  ...(postgres ? [['PostgreSQL', postgres] as [string, string]] : []),
];
const at = new Date();
const NO_LIMIT = { tokens: null, costUsd: null };

describe.each(backends)('ORG-5 budgets and quotas on %s, from two processes', (_, server) => {
  let folder: string;
  let own: Awaited<ReturnType<typeof createTestDatabase>> | null = null;
  let opened: OpenDatabase[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-spending-'));
    own = server === null ? null : await createTestDatabase(server);
    const place = own ? { url: own.url } : { folder };
    opened = [await openDatabase(place), await openDatabase(place)];
  });

  afterEach(async () => {
    for (const one of opened) await one.close();
    await own?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('never lets calls at the same time take more than there is, and gives back what was not used', async () => {
    const servers = opened.map(({ db }) => new SpendingRepository(db));
    const limits = { day: { tokens: 1_000, costUsd: null }, month: NO_LIMIT };
    const call = { userId: 'ada', at, limits, tokens: 300, costUsd: 0.5 };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (__, index) => servers[index % 2]!.take(call)),
    );
    expect(answers.filter((answer) => answer === null)).toHaveLength(3);
    expect(answers.find((answer) => answer !== null)).toEqual({
      span: 'day',
      what: 'tokens',
      used: 900,
      limit: 1_000,
      resetsAt: spendingPeriods(at).day.to,
    });
    await servers[0]!.giveBack({ ...call, tokens: 250, costUsd: 0.5 });
    expect(await servers[1]!.used('ada', at)).toEqual({
      day: { tokens: 650, costUsd: 1 },
      month: { tokens: 650, costUsd: 1 },
    });
    expect(await servers[1]!.take(call)).toBeNull();
    // What the month refuses is not taken from the day.
    const month = { day: NO_LIMIT, month: { tokens: null, costUsd: 1.2 } };
    expect(await servers[0]!.take({ ...call, limits: month })).toMatchObject({
      span: 'month',
      what: 'costUsd',
    });
    expect((await servers[0]!.used('ada', at)).day.tokens).toBe(950);
  });

  it('forgets nothing that is under way when a budget is changed, and catches up with the records', async () => {
    const [one, other] = opened.map(({ db }) => new SpendingRepository(db));
    const limits = { day: { tokens: 1_000, costUsd: null }, month: NO_LIMIT };
    const call = { userId: 'ada', at, limits, tokens: 600, costUsd: 0 };
    expect(await one!.take(call)).toBeNull();
    await other!.recount(at);
    expect(await other!.take(call)).toMatchObject({ used: 600 });
    await one!.giveBack({ ...call, tokens: 500 });
    // Not counted, because there was no limit for a while.
    const usage = { inputTokens: 700, outputTokens: 50 };
    const entry = {
      conversationId: null,
      turnId: null,
      purpose: 'chat',
      step: null,
      modelId: 'm',
      costUsd: 3,
    };
    await new UsageRepository(opened[0]!.db).add([{ ...entry, userId: 'ada', usage }]);
    await other!.recount(at, 'ben');
    expect((await one!.used('ada', at)).day.tokens).toBe(100);
    await other!.recount(at, 'ada');
    const counted = { tokens: 750, costUsd: 3 };
    expect(await one!.used('ada', at)).toEqual({ day: counted, month: counted });
  });

  it('begins with what the records of usage say', async () => {
    const { db } = opened[0]!;
    const usage = { inputTokens: 700, outputTokens: 100 };
    const entry = {
      conversationId: null,
      turnId: null,
      purpose: 'chat',
      step: null,
      modelId: 'm',
      costUsd: 2,
    };
    await new UsageRepository(db).add([{ ...entry, userId: 'ada', usage }]);
    const spending = new SpendingRepository(db);
    expect((await spending.used('ada', at)).month).toEqual({ tokens: 800, costUsd: 2 });
    const limits = { day: { tokens: 1_000, costUsd: null }, month: NO_LIMIT };
    const refusal = await spending.take({ userId: 'ada', at, limits, tokens: 300, costUsd: 0 });
    expect(refusal).toMatchObject({ used: 800 });
  });

  it('has room for as many uploads at once as fit, and for one more when one came to nothing', async () => {
    const quotas = opened.map(({ db }) => new QuotaRepository({ db, sizeOf: () => Promise.resolve(0) }));
    const wanted = { userId: 'ada', kind: 'storage' as const, amount: 40, limit: 100 };
    const held = await Promise.all(Array.from({ length: 6 }, (__, index) => quotas[index % 2]!.hold(wanted)));
    const releases = held.flatMap((one) => ('release' in one ? [one.release] : []));
    expect(releases).toHaveLength(2);
    expect(await quotas[0]!.used('ada', 'storage')).toBe(80);
    // One is stored, the other was discarded.
    await new FileRepository(opened[0]!.db).create({
      ownerId: 'ada',
      name: 'a.txt',
      mediaType: 'text/plain',
      bytes: 40,
      blobHash: '0'.repeat(64),
    });
    for (const release of releases) await release();
    expect(await quotas[1]!.used('ada', 'storage')).toBe(40);
    expect(await quotas[1]!.hold(wanted)).toHaveProperty('release');
    expect(await quotas[0]!.hold(wanted)).toEqual({ used: 80 });
  });
});
