// Streamed turns through one server and through three on the same PostgreSQL and Redis: turns per core, by the CPU time
// of servers, database and Redis together, so a busy machine gives the same result.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from '../../node_modules/ioredis/built/index.js';
import pg from '../../node_modules/pg/esm/index.mjs';
import { createScratchDatabase } from '../../packages/store/dist/internal.js';
import { send } from './server/send.mjs';
import { startProcess } from './server/start-process.mjs';

const TURNS = 150;
const WARM_UP = 150;
const CONCURRENT = 12;
const MODEL = { tokens: 400, burst: 8, gap: 16 };

/** Milliseconds of CPU of these processes; ended ones no longer count. */
function cpuOf(pids) {
  let ticks = 0;
  for (const pid of pids) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // Ended, or on another machine.
    }
  }
  return ticks * 10;
}

/** The database processes that serve connections to this database, without those that write the log. */
async function databaseProcesses(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select pid from pg_stat_activity where datname = current_database()');
  await client.end();
  return rows.map((row) => row.pid);
}

async function redisProcess(url) {
  const redis = new Redis(url);
  const [, pid] = /process_id:(\d+)/u.exec(await redis.info('server')) ?? [];
  redis.disconnect();
  return [pid];
}

async function turnsThrough(servers, count) {
  let next = 0;
  await Promise.all(
    Array.from({ length: CONCURRENT }, async () => {
      while (next < count) {
        const { url } = servers[next++ % servers.length];
        const { id } = await (await send(`${url}/api/conversations`, {})).json();
        const body = { text: 'Tell me about the sea.', parentMessageId: null, modelId: 'bench/fast' };
        const accept = { accept: 'text/event-stream' };
        const text = await (await send(`${url}/api/conversations/${id}/turns`, body, 'POST', accept)).text();
        if (!text.includes('"reason":"complete"')) throw new Error('The turn did not complete.');
      }
    }),
  );
}

export async function measureTurns({ environment, serverCount, log }) {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-bench-'));
  const scratch = await createScratchDatabase({ server: environment.DATABASE_URL, prefix: 'ibid_bench' });
  const servers = [];
  try {
    const shared = { IBID_DATABASE_URL: scratch.url, IBID_REDIS_URL: environment.REDIS_URL };
    for (let number = 0; number < serverCount; number += 1) {
      const options = { dataFolder: folder, models: { 'bench/fast': MODEL } };
      servers.push(await startProcess('./ibid-server.mjs', [JSON.stringify(options)], shared));
    }
    await send(`${servers[0].url}/api/settings`, { system: { tools: { titles: false } } }, 'PUT');
    await turnsThrough(servers, WARM_UP * serverCount);
    // By now the connections are open, and stay open.
    const ofDatabase = await databaseProcesses(scratch.url);
    const ofRedis = await redisProcess(environment.REDIS_URL);
    const read = () => ({
      servers: servers.reduce((sum, server) => sum + server.cpu(), 0),
      database: cpuOf(ofDatabase),
      redis: cpuOf(ofRedis),
    });
    const before = read();
    const begun = performance.now();
    await turnsThrough(servers, TURNS);
    const seconds = (performance.now() - begun) / 1000;
    const after = read();
    const each = (name) => Number(((after[name] - before[name]) / TURNS).toFixed(2));
    const figures = {
      serverCpuMs: each('servers'),
      databaseCpuMs: each('database'),
      redisCpuMs: each('redis'),
      turnsPerSecond: Number((TURNS / seconds).toFixed(1)),
    };
    const all = figures.serverCpuMs + figures.databaseCpuMs + figures.redisCpuMs;
    const result = { ...figures, turnsPerSecondPerCore: Number((1000 / all).toFixed(1)) };
    log(`  ${serverCount} server(s): ${JSON.stringify(result)}`);
    return result;
  } finally {
    for (const server of servers) await server.end();
    await scratch.drop();
    await rm(folder, { recursive: true, force: true });
  }
}
