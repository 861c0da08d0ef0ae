// Measures one contender in a separate process: CPU per turn, heap and resident memory. Prints one line of JSON.
import { contenders } from './_turn-peers.mjs';
import { answerText, CHUNKS } from './_turn-workload.mjs';

const [name, seconds] = [process.argv[2], Number(process.argv[3] ?? 3)];
const turn = await contenders[name]();
const check = ({ text, pieces }) => {
  if (text !== answerText) throw new Error(`${name} gave another answer (${text.length} characters).`);
  if (pieces < CHUNKS / 2) throw new Error(`${name} streamed ${pieces} pieces only.`);
};

const run = async ({ cpuSeconds, turns: atLeast }) => {
  const started = process.cpuUsage();
  for (let turns = 1; ; turns++) {
    check(await turn());
    const { user, system } = process.cpuUsage(started);
    if (user + system >= cpuSeconds * 1e6 && turns >= atLeast) return (user + system) / turns / 1000;
  }
};
// Memory after the same number of turns for all: the rounds below have equal CPU time, and so unequal numbers of turns.
const peakRssMbAfter = {};
for (let turns = 1; turns <= 1000; turns++) {
  check(await turn());
  if (turns === 1 || turns === 400 || turns === 1000)
    peakRssMbAfter[`peakRssMbAfter${turns}Turns`] = process.resourceUsage().maxRSS / 1024;
}
// Long enough for the compiler to finish with everyone's code: its threads count as CPU too.
await run({ cpuSeconds: seconds * 4, turns: 400 });
// The best of several rounds: other work on the machine can only add.
const rounds = [];
// Loaded only now, so the memory above is the contender's alone.
const { MachineSpeed } = await import('./_machine-speed.mjs');
const machine = new MachineSpeed();
for (let round = 0; round < 8; round++) {
  machine.measure();
  rounds.push(await run({ cpuSeconds: seconds / 4, turns: 10 }));
}
rounds.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    cpuMsPerTurn: rounds[0],
    medianMsPerTurn: rounds[4],
    microsPerChunk: (rounds[0] * 1000) / CHUNKS,
    machineMs: machine.milliseconds,
    // As the machine of reference would take.
    scaledMsPerTurn: rounds[0] * machine.speed,
    rssMb: process.memoryUsage().rss / 2 ** 20,
    heapMb: (globalThis.gc?.(), process.memoryUsage().heapUsed) / 2 ** 20,
    ...peakRssMbAfter,
    peakRssMb: process.resourceUsage().maxRSS / 1024,
  }),
);
process.exit(0);
