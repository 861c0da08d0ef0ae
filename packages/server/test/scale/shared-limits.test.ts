import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRateLimit } from '../../src/http/rate-limits.js';
import { openRedis } from '../../src/scale/open-redis.js';
import { testServer } from '../../../store/src/database/test-database.test-helper.js';
import { RedisProcess } from './redis-process.js';

/** Where the test services run, Redis runs as well. */
const hasServices = testServer() !== null;

describe.skipIf(!hasServices)('OPS-2 limits that servers share', () => {
  let redis: RedisProcess;
  const connections: ReturnType<typeof openRedis>[] = [];

  beforeAll(async () => {
    redis = await RedisProcess.open();
  });
  afterAll(async () => {
    for (const connection of connections) connection.disconnect();
    await redis?.close();
  });

  const limitOfServer = async (points: number) => {
    const log = pino({ level: 'silent' });
    const connection = openRedis({ url: redis.url, log, purpose: 'test' });
    connections.push(connection);
    await new Promise((resolve) => connection.once('ready', resolve));
    return createRateLimit({ name: 'test', points, seconds: 60, redis: connection });
  };

  it('counts what all of them let through, and each for itself while Redis is away', async () => {
    const [one, other] = [await limitOfServer(4), await limitOfServer(4)];
    for (const limit of [one, other, one, other]) await limit('ann');
    await expect(one('ann')).rejects.toMatchObject({ status: 429 });
    await expect(other('ann')).rejects.toMatchObject({ status: 429 });
    await expect(other('bob')).resolves.toBeUndefined();
    await redis.kill();
    for (let number = 0; number < 4; number += 1) await one('carl');
    await expect(one('carl')).rejects.toMatchObject({ status: 429 });
    await expect(other('carl')).resolves.toBeUndefined();
    await redis.start();
    await expect.poll(() => connections.every((connection) => connection.status === 'ready')).toBe(true);
    await expect(one('dora')).resolves.toBeUndefined();
  });
});
