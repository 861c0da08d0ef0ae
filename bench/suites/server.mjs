// The cost of the server: CPU per streamed turn compared with the plain AI SDK and bare Node, and many open streams.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { send } from './server/send.mjs';
import { startProcess } from './server/start-process.mjs';

const TURNS = 200;
/**
 * A server runs for days, so what counts is the cost once code is compiled. After 250 turns, the compiler's threads
 * still took 2.8 ms per turn of Ibid's server, after 600 1.1; all servers get the same warm-up.
 */
const WARM_UP = 600;
const CONCURRENT = 10;
const FAST = { tokens: 400, burst: 8, gap: 16 };
const STREAMS = 200;
const SLOW = { tokens: 80, burst: 1, gap: 100 };
const QUESTION = 'Tell me about the sea.';

export async function run({ log }) {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-bench-'));
  const started = [];
  const start = async (script, options) => {
    const server = await startProcess(script, [JSON.stringify(options)]);
    started.push(server);
    return server;
  };
  try {
    const models = { 'bench/fast': FAST, 'bench/slow': SLOW };
    const ibid = await start('./ibid-server.mjs', { dataFolder: folder, models });
    const cpu = {};
    log(`${TURNS} turns of ${FAST.tokens} tokens, ${CONCURRENT} at a time`);
    const conversations = await newConversations(ibid.url, 2 * (TURNS + WARM_UP) + STREAMS);
    const turn = () => ibidTurn(ibid.url, conversations.pop(), 'bench/fast');
    cpu.ibid = await cpuPerTurn(ibid, turn);
    log(`  ibid     ${cpu.ibid.toFixed(1)} ms of CPU a turn, the first of its conversation`);
    // The first turn of a conversation makes a second model call for the title, which the peers don't.
    await send(`${ibid.url}/api/settings`, { system: { tools: { titles: false } } }, 'PUT');
    cpu.ibidLater = await cpuPerTurn(ibid, turn);
    log(`  ibid     ${cpu.ibidLater.toFixed(1)} ms of CPU a turn without a title, as every later one`);
    for (const [name, script] of [
      ['aiSdk', './ai-sdk-server.mjs'],
      ['bareNode', './bare-server.mjs'],
    ]) {
      const server = await start(script, FAST);
      cpu[name] = await cpuPerTurn(server, () => plainTurn(server.url));
      log(`  ${name.padEnd(8)} ${cpu[name].toFixed(1)} ms of CPU a turn`);
    }
    log(`${STREAMS} streams at once`);
    const held = await holdStreams(ibid, conversations);
    log(
      `  ${held.packets} packets, ${held.lost} lost, stall p99 ${held.p99Stall} ms, longest ${held.longestStall} ms`,
    );
    log(
      `  late by at most: the server ${held.loopDelay.server.max} ms (p99 ${held.loopDelay.server.p99}), this client ${held.loopDelay.client.max} ms (p99 ${held.loopDelay.client.p99})`,
    );
    log(`  ${(held.bytesPerStream / 1024).toFixed(0)} KiB of memory per open stream`);
    const ratio = cpu.aiSdk / cpu.ibid;
    const later = cpu.aiSdk / cpu.ibidLater;
    return {
      figures: {
        cpuMillisecondsPerTurn: round(cpu.ibidLater),
        cpuMillisecondsPerFirstTurn: round(cpu.ibid),
        tokensPerTurn: FAST.tokens,
        streams: STREAMS,
        ...held,
      },
      peers: {
        'ai-sdk streamText + hono': { cpuMillisecondsPerTurn: round(cpu.aiSdk) },
        'bare node': { cpuMillisecondsPerTurn: round(cpu.bareNode) },
      },
      bars: [
        { name: 'ai-sdk-cpu-over-ibid-cpu', value: round(later), bar: '>= 5', ok: later >= 5 },
        { name: 'ai-sdk-cpu-over-ibid-cpu-with-title', value: round(ratio), bar: '>= 5', ok: ratio >= 5 },
        { name: 'lost-packets', value: held.lost, bar: '<= 0', ok: held.lost === 0 },
        { name: 'longest-stall-ms', value: held.longestStall, bar: '<= 100', ok: held.longestStall <= 100 },
      ],
    };
  } finally {
    for (const one of started) await one.end();
    await rm(folder, { recursive: true, force: true });
  }
}

async function cpuPerTurn(server, turn) {
  await many(WARM_UP, turn);
  const before = server.cpu();
  await many(TURNS, turn);
  return (server.cpu() - before) / TURNS;
}

async function many(count, turn) {
  let left = count;
  await Promise.all(
    Array.from({ length: CONCURRENT }, async () => {
      while (left-- > 0) await turn();
    }),
  );
}

async function post(url, body, headers = {}) {
  return send(url, body, 'POST', headers);
}

async function newConversations(url, count) {
  const ids = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await (await post(`${url}/api/conversations`, {})).json()).id);
  return ids;
}

/** Sent and streamed in one request, as with the peers; stored in an existing conversation, unlike theirs. */
function sendTurn(url, conversationId, modelId) {
  const body = { text: QUESTION, parentMessageId: null, modelId };
  return post(`${url}/api/conversations/${conversationId}/turns`, body, { accept: 'text/event-stream' });
}

async function ibidTurn(url, conversationId, modelId) {
  const text = await (await sendTurn(url, conversationId, modelId)).text();
  if (!text.includes('"reason":"complete"')) throw new Error('The turn did not complete.');
}

async function plainTurn(url) {
  const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: QUESTION }] }];
  const text = await (await post(`${url}/chat`, { messages })).text();
  if (!text.includes('[DONE]')) throw new Error('The stream did not complete.');
}

/** All open at once. A stall is the part of a pause between two pieces beyond the model's own. */
async function holdStreams(server, conversations) {
  const before = server.memory();
  let memory = 0;
  const watch = setInterval(() => (memory = Math.max(memory, server.memory())), 200);
  // Both sides share the machine: a stall may be the server's, or that of the measuring client.
  const own = monitorEventLoopDelay({ resolution: 10 });
  own.enable();
  const { result: watched, delay } = await server.loopDelay(() =>
    Promise.all(
      Array.from({ length: STREAMS }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 10));
        return watchStream(await sendTurn(server.url, conversations.pop(), 'bench/slow'));
      }),
    ),
  );
  own.disable();
  clearInterval(watch);
  const stalls = watched.flatMap((stream) => stream.pauses.map((pause) => Math.max(0, pause - SLOW.gap)));
  stalls.sort((one, other) => one - other);
  return {
    packets: watched.reduce((sum, stream) => sum + stream.packets, 0),
    lost: watched.reduce((sum, stream) => sum + stream.lost, 0),
    longestStall: Math.round(stalls.at(-1) ?? 0),
    p99Stall: Math.round(stalls[Math.floor(stalls.length * 0.99)] ?? 0),
    loopDelay: {
      server: { max: Math.round(delay.max), p99: Math.round(delay.p99) },
      client: { max: Math.round(own.max / 1e6), p99: Math.round(own.percentile(99) / 1e6) },
    },
    bytesPerStream: Math.round(Math.max(0, memory - before) / STREAMS),
  };
}

async function watchStream(response) {
  const decoder = new TextDecoder();
  const pauses = [];
  let seen = 0;
  let lost = 0;
  let last = 0;
  let text = '';
  let complete = false;
  for await (const part of response.body) {
    const now = performance.now();
    if (last > 0) pauses.push(now - last);
    last = now;
    text += decoder.decode(part, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const id = /^id: (\d+)/u.exec(text);
      if (id) {
        lost += Number(id[1]) - seen - 1;
        seen = Number(id[1]);
        complete ||= text.startsWith(`id: ${id[1]}\nevent: turn-stop`);
      }
      text = text.slice(end + 2);
    }
  }
  return { packets: seen, lost: complete ? lost : lost + 1, pauses };
}

function round(value) {
  return Math.round(value * 100) / 100;
}
