// The cost of a search compared with other checkouts of Ibid, such as the one before a change. Each built checkout
// fills its own database with the same chunks in a separate process; then they search in turns. `npm run bench --
// search against 20000 FOLDER…` compares this checkout with those in the folders; IBID_BENCH_DATABASE is a PostgreSQL
// server to measure on instead of SQLite. Five owners have a fifth of the chunks each, and the second may also see
// those of the third and fourth. Mistyped words differ in each round, so nobody gains from caching. Words of `anybody`
// may be only in chunks of others, and are then treated as mistyped. `alone` is this checkout on a database with only
// what the owner of three fifths may see; its results must be the same.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeCorpus } from './_search-corpus.mjs';

const child = fileURLToPath(new URL('./_search-against-child.mjs', import.meta.url));
const here = fileURLToPath(new URL('../..', import.meta.url));
const ROUNDS = 12;
const round = (value) => Number(value.toPrecision(4));

function median(values) {
  const sorted = values.toSorted((left, right) => left - right);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}

/** A checkout in a separate process, which answers one request at a time. */
function start({ name, folder, corpus, onlySeen }) {
  const running = fork(child, [folder, corpus, onlySeen ? 'only-seen' : 'all']);
  const ask = (request) =>
    new Promise((done, fail) => {
      running.once('message', done);
      const gone = () =>
        fail(new Error(`${name} (${folder}) has ended. Is it built, with its dependencies?`));
      running.once('exit', gone);
      running.send(request, (error) => error && gone());
    }).finally(() => running.removeAllListeners('exit'));
  return { name, ask, stop: () => running.kill() };
}

export async function measureAgainst({ log, args }) {
  const size = Number(args.find((argument) => /^\d+$/.test(argument)) ?? 20_000);
  const rounds = Number(process.env.IBID_BENCH_ROUNDS ?? ROUNDS);
  const folders = args.filter((argument) => !/^\d+$/.test(argument)).map((folder) => resolve(folder));
  const corpus = mkdtempSync(join(tmpdir(), 'ibid-bench-corpus-'));
  const systems = [];
  const figures = {};
  let isSameAlone = true;
  try {
    writeCorpus(corpus, size, 0);
    systems.push(start({ name: 'here', folder: here, corpus }));
    systems.push(start({ name: 'alone', folder: here, corpus, onlySeen: true }));
    for (const folder of folders) systems.push(start({ name: basename(folder), folder, corpus }));
    for (const system of systems) log(`${system.name}: ${JSON.stringify(await system.ask({ fill: true }))}`);
    for (const viewer of ['everything', 'threeFifths', 'aFifth'])
      for (const words of viewer === 'everything' ? ['right', 'mistyped'] : ['right', 'mistyped', 'anybody'])
        for (const mode of ['keyword', 'hybrid']) {
          const asked = systems.filter(({ name }) => name !== 'alone' || viewer === 'threeFifths');
          const times = new Map(asked.map((system) => [system, []]));
          const found = new Map();
          // The first round warms up.
          for (let number = -1; number < rounds; number += 1)
            for (const system of number % 2 === 0 ? asked : asked.toReversed()) {
              const { cpuMs, titles } = await system.ask({ viewer, words, mode, number: number + 1 });
              found.set(`${system.name} ${number}`, `${titles}`);
              if (number >= 0) times.get(system).push(cpuMs);
            }
          if (found.has('alone 0'))
            for (let number = -1; number < rounds; number += 1)
              isSameAlone &&= found.get(`here ${number}`) === found.get(`alone ${number}`);
          const [own] = [...times.values()];
          const label = `${mode} ${viewer} ${words}`;
          figures[label] = Object.fromEntries(
            [...times].map(([{ name }, each]) => [
              name,
              {
                cpuMs: round(median(each)),
                ...(each === own ? {} : { ratio: round(median(own.map((value, at) => value / each[at]))) }),
              },
            ]),
          );
          log(`  ${label}: ${JSON.stringify(figures[label])}`);
        }
    for (const system of systems) await system.ask({ end: true });
  } finally {
    for (const system of systems) system.stop();
    rmSync(corpus, { recursive: true, force: true });
  }
  const bars = Object.entries(figures).flatMap(([label, by]) =>
    Object.entries(by)
      .filter(([name, { ratio }]) => ratio !== undefined && name !== 'alone')
      .map(([name, { ratio }]) => ({
        name: `cpu-to-${name} ${label} ${size}`,
        value: ratio,
        bar: '<= 1.05',
        ok: ratio <= 1.05,
      })),
  );
  bars.push({ name: `same-as-alone ${size}`, value: isSameAlone, bar: 'true', ok: isSameAlone });
  return { figures, bars };
}
