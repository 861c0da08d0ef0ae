// The fake server cuts a recorded answer at every byte, fails at every step, and hangs. Each turn must end according to
// the grammar, with an error and what had arrived, and a retry must work.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { z } from 'zod';
import {
  checkPackets,
  startFakeOpenAIServer,
  testTurnOptions,
} from '../../packages/core/dist/testing/index.js';
import { defineTool, runTurn } from '../../packages/core/dist/turn/index.js';
import { chunks, QUESTION, TOOL } from './_turn-workload.mjs';

const server = await startFakeOpenAIServer();
const provider = createOpenAICompatible({ name: 'fake', baseURL: server.url, includeUsage: true });
const search = defineTool({
  name: TOOL,
  description: 'Searches.',
  inputSchema: z.object({ query: z.string() }),
  isSearch: true,
  execute: async () => ({ text: '', chunks }),
});
const retry = {
  maxAttempts: 1,
  initialDelayMilliseconds: 0,
  factor: 1,
  maxDelayMilliseconds: 0,
  maxRetryAfterMilliseconds: 0,
};
const problems = [];

async function ask(modelName, silence = 30_000) {
  const packets = [];
  const turn = runTurn(
    testTurnOptions({
      model: provider.chatModel(modelName),
      question: QUESTION,
      tools: [search],
      retry,
      timeLimits: { firstTokenMilliseconds: silence, silenceMilliseconds: silence },
      onPacket: (packet) => packets.push(packet),
    }),
  );
  const result = await turn.result;
  for (const problem of checkPackets(packets)) problems.push(`${modelName}: ${problem}`);
  const ends = new Map(
    packets
      .filter((packet) => packet.type === 'answer-end')
      .map((packet) => [packet.placement.turnIndex, packet.narration]),
  );
  const streamed = packets
    .filter((packet) => packet.type === 'answer-delta' && !ends.get(packet.placement.turnIndex))
    .map((packet) => packet.text)
    .join('');
  if (streamed !== result.shownAnswer) problems.push(`${modelName}: saved text is not the streamed text`);
  if (result.status === 'failed' && !result.error) problems.push(`${modelName}: failed without an error`);
  return result;
}

const answering = 'fake/tools=1,tokens=12,cite=2';
const { answer: whole } = await ask(answering);
let cuts = 0;
let failed = 0;
// In the second step, so the completed call has to survive too.
for (let done = false; !done && cuts < 10_000;) {
  const batch = Array.from({ length: 16 }, (_, index) => cuts + index);
  const results = await Promise.all(batch.map((cut) => ask(`${answering},errorat=1,cut=${cut}`)));
  for (const [index, result] of results.entries()) {
    const name = `cut at ${batch[index]}`;
    if (!whole.startsWith(result.answer)) problems.push(`${name}: "${result.answer}" is not a beginning`);
    if (result.steps[0]?.calls[0]?.outcome?.chunks?.length !== chunks.length)
      problems.push(`${name}: the call was lost`);
    if (result.status === 'failed') failed++;
    else if (result.answer === whole) done = true;
    else problems.push(`${name}: ${result.status} with a part of the answer`);
  }
  cuts += batch.length;
}
let steps = 0;
for (let step = 0; step < 4; step++) {
  for (const fault of ['error=500', 'error=429', 'hang', 'streamerror=0']) {
    const name = `fake/tools=3,tokens=4,${fault},errorat=${step},errors=${step + 1}`;
    const first = await ask(name, 150);
    if (first.status !== 'failed') problems.push(`${name}: ${first.status}`);
    const kept = first.steps.filter((one) => one.calls[0]?.outcome?.chunks).length;
    if (kept !== step) problems.push(`${name}: ${kept} completed steps kept`);
    const again = await ask(name, 2_000);
    if (again.status !== 'complete') problems.push(`${name}: the retry ended ${again.status}`);
    steps++;
  }
}
await server.close();
console.log(
  JSON.stringify({
    cuts,
    failed,
    stepFaults: steps,
    problems: problems.length,
    examples: problems.slice(0, 5),
  }),
);
