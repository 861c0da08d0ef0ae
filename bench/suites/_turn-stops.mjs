// Stops turns at random moments and checks three things: the delay of the stop, whether what is saved equals what was
// streamed, and whether anything keeps the process alive (the parent sees whether it exits).
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { z } from 'zod';
import { MemoryDescriptorStore } from '../../packages/core/dist/descriptors/index.js';
import {
  checkPackets,
  startFakeOpenAIServer,
  testTurnOptions,
} from '../../packages/core/dist/testing/index.js';
import { defineTool, runTurn } from '../../packages/core/dist/turn/index.js';
import { answer, chunks, QUESTION, TOOL } from './_turn-workload.mjs';

const count = Number(process.argv[2] ?? 1000);
let seed = 20_261_115;
const random = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
const server = await startFakeOpenAIServer();
const provider = createOpenAICompatible({ name: 'fake', baseURL: server.url });
const never = () => new Promise(() => {});

const schema = z.object({ query: z.string() });
const search = defineTool({
  name: TOOL,
  description: '',
  inputSchema: schema,
  isSearch: true,
  execute: async () => ({ text: '', chunks }),
});
const hungTool = { ...search, execute: never };
const model = (doStream) => ({
  specificationVersion: 'v4',
  provider: 'fake',
  modelId: 'fake',
  supportedUrls: {},
  doStream,
});
const call = {
  type: 'tool-call',
  toolCallId: 'c',
  toolName: TOOL,
  input: JSON.stringify({ query: QUESTION }),
};
const finish = {
  type: 'finish',
  finishReason: { unified: 'tool-calls' },
  usage: { inputTokens: {}, outputTokens: {} },
};
/** Faster than any provider: parts are always ready, and the abort signal is ignored. */
const endless = () => {
  let at = 0;
  return new ReadableStream({
    pull: (controller) =>
      controller.enqueue({ type: 'text-delta', id: '1', delta: answer[at++ % answer.length] }),
  });
};
const kinds = {
  'fast-stream': () => ({ model: model(async () => ({ stream: endless() })), tools: [search] }),
  'hung-tool': () => ({
    model: model(async () => ({
      stream: new ReadableStream({ start: (c) => (c.enqueue(call), c.enqueue(finish), c.close()) }),
    })),
    tools: [hungTool],
  }),
  'hung-provider': () => ({ model: model(never), tools: [search] }),
  'hung-stream': () => ({
    model: model(async () => ({
      stream: new ReadableStream({
        start: (c) => c.enqueue({ type: 'text-delta', id: '1', delta: 'Well, ' }),
      }),
    })),
    tools: [search],
  }),
  http: () => ({ model: provider.chatModel('fake/tools=1,tokens=100000,cite=5'), tools: [search] }),
  'http-hang': () => ({ model: provider.chatModel('fake/tokens=100,hang=20'), tools: [search] }),
};
const names = Object.keys(kinds);
const latencies = [];
const byKind = Object.fromEntries(names.map((name) => [name, []]));
const problems = [];

// One turn of each kind first: one-time loading (the tokenizer alone takes 200 ms) does not count as stopping time.
for (let index = -names.length; index < count; index++) {
  const name = names[(index + names.length) % names.length];
  const packets = [];
  const turn = runTurn(
    testTurnOptions({
      ...kinds[name](),
      question: QUESTION,
      descriptors: new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00Z' }),
      context: { descriptorsEnabled: true },
      onPacket: (packet) => packets.push(packet),
    }),
  );
  const delay = random() * 20;
  // Measured from when the stop request is due, so a loop that starves other work shows.
  const due = performance.now() + delay;
  setTimeout(() => turn.stop(), delay);
  const result = await turn.result;
  const late = Math.max(0, performance.now() - due);
  if (index >= 0) {
    latencies.push(late);
    byKind[name].push(late);
  }
  const seen = packets.length;
  const streamed = packets
    .filter((packet) => packet.type === 'answer-delta')
    .map((packet) => packet.text)
    .join('');
  if (result.status !== 'stopped') problems.push(`${name}: ${result.status} ${result.error?.message ?? ''}`);
  if (result.shownAnswer !== streamed) problems.push(`${name}: saved text is not the streamed text`);
  for (const problem of checkPackets(packets)) problems.push(`${name}: ${problem}`);
  await new Promise((resolve) => setImmediate(resolve));
  if (packets.length !== seen) problems.push(`${name}: packets after the end`);
}
const at = (share, list = latencies) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))];
await server.close();
console.log(
  JSON.stringify({
    stops: count,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    p99MsByKind: Object.fromEntries(names.map((name) => [name, at(0.99, byKind[name])])),
    problems: problems.length,
    examples: problems.slice(0, 5),
  }),
);
// No process.exit: anything left running should show.
