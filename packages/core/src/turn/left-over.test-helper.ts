import { getHeapStatistics } from 'node:v8';
import { z } from 'zod';
import { MemoryDescriptorStore } from '../descriptors/memory-descriptor-store.js';
import { scriptedModel } from '../testing/scripted-model.js';
import { testTurnOptions } from '../testing/turn-options.js';
import { runTurn } from './run-turn.js';
import { defineTool } from '../messages/tool.js';

const chunks = [1, 2, 3].map((number) => ({
  itemId: `report-${number}`,
  chunkId: '1',
  title: `Report ${number}`,
  text: `Report ${number} says that the teams measured small but steady gains. It lists ${10 + number} of them.`,
  score: 1,
}));
const search = defineTool({
  name: 'search',
  description: 'Searches.',
  inputSchema: z.object({ query: z.string() }),
  isSearch: true,
  execute: async () => ({ text: '', chunks }),
});
const answer = chunks
  .map((_, index) => `The teams measured small but steady gains [${index + 1}]. `)
  .join('');

async function turn(): Promise<void> {
  const model = scriptedModel([[{ call: 'search', input: { query: 'gains' } }], [{ text: answer }]]);
  const { result } = runTurn(
    testTurnOptions({
      model,
      tools: [search],
      descriptors: new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00Z' }),
      context: { descriptorsEnabled: true },
    }),
  );
  const { citations } = await result;
  if (citations.filter(({ verdict }) => verdict === 'supported').length !== chunks.length)
    throw new Error('The citations were not checked.');
}

/** Bytes that this many turns leave behind after minor collections. */
async function leftBy(turns: number): Promise<number> {
  const used = () => {
    for (let round = 0; round < 3; round++) globalThis.gc?.({ type: 'minor', execution: 'sync' });
    return getHeapStatistics().used_heap_size;
  };
  const before = used();
  for (let count = 0; count < turns; count++) await turn();
  await new Promise((resolve) => setImmediate(resolve));
  return used() - before;
}

/** Bytes that a turn leaves behind, in each of several rounds. The process must run with `--expose-gc`. */
export async function leftByTurns(): Promise<number[]> {
  await leftBy(60);
  const left: number[] = [];
  for (let round = 0; round < 9; round++) left.push((await leftBy(10)) / 10);
  return left;
}
