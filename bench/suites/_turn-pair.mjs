// Two contenders in one process, in turns: a busy machine slows both of them alike, so the ratio holds where two
// separate measurements do not. Prints one line of JSON.
import { contenders } from './_turn-peers.mjs';

const [first, second, seconds] = [process.argv[2], process.argv[3], Number(process.argv[4] ?? 2)];
const ROUNDS = 41;
const turns = { [first]: await contenders[first](), [second]: await contenders[second]() };

const cpuOf = async (turn, until) => {
  const started = process.cpuUsage();
  for (let count = 1; ; count++) {
    await turn();
    const { user, system } = process.cpuUsage(started);
    if (until(count, user + system)) return (user + system) / count / 1000;
  }
};
for (const turn of Object.values(turns)) await cpuOf(turn, (_, micros) => micros >= seconds * 4e6);
const rounds = [];
for (let round = 0; round < ROUNDS; round++) {
  const [own, other] = [
    await cpuOf(turns[first], (count) => count === 20),
    await cpuOf(turns[second], (count) => count === 20),
  ];
  rounds.push({ own, other, ratio: own / other });
}
const median = (key) => rounds.map((round) => round[key]).sort((a, b) => a - b)[ROUNDS >> 1];
console.log(
  JSON.stringify({ cpuMsPerTurn: median('own'), otherMsPerTurn: median('other'), ratio: median('ratio') }),
);
process.exit(0);
