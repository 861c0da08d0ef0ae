// Measures one contender in a process of its own: CPU for a turn, heap and resident memory. Prints one line of JSON.
import { contenders } from './_turn-peers.mjs';
import { answerText, CHUNKS } from './_turn-workload.mjs';

const [name, seconds] = [process.argv[2], Number(process.argv[3] ?? 3)];
const turn = await contenders[name]();
const check = ({ text, pieces }) => {
  if (text !== answerText) throw new Error(`${name} gave another answer (${text.length} characters).`);
  if (pieces < CHUNKS / 2) throw new Error(`${name} streamed ${pieces} pieces only.`);
};

const budget = seconds * 1e6;
const run = async (limit) => {
  const started = process.cpuUsage();
  let turns = 0;
  for (;;) {
    check(await turn());
    turns++;
    const { user, system } = process.cpuUsage(started);
    if ((user + system >= limit && turns >= 5) || turns >= 5_000) return { turns, micros: user + system };
  }
};
await run(budget);
// The best of several rounds: other work on the machine only ever adds.
const rounds = [];
for (let round = 0; round < 5; round++) {
  const { turns, micros } = await run(budget / 4);
  rounds.push(micros / turns / 1000);
}
rounds.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    cpuMsPerTurn: rounds[0],
    medianMsPerTurn: rounds[2],
    microsPerChunk: (rounds[0] * 1000) / CHUNKS,
    rssMb: process.memoryUsage().rss / 2 ** 20,
    heapMb: (globalThis.gc?.(), process.memoryUsage().heapUsed) / 2 ** 20,
    peakRssMb: process.resourceUsage().maxRSS / 1024,
  }),
);
process.exit(0);
