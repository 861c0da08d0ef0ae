// Search on SQLite as the data grows, up to a million embedded chunks: the corpus of the `scale` suite, ingested by the
// writer, then searched by a separate process. `npm run bench -- scale-sqlite 20000` sets the sizes; a million takes
// some 6 GB of disk. IBID_BENCH_KEEP=1 keeps the filled databases for the next run.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const child = fileURLToPath(new URL('./_scale-sqlite-child.mjs', import.meta.url));
const SIZES = [100_000, 1_000_000];

/** The result is the last line of a step. */
function step(name, { folder, size, log }) {
  return new Promise((resolve, reject) => {
    const running = spawn(process.execPath, ['--expose-gc', child, name, folder, String(size)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    running.stdout.on('data', (part) => (output += part));
    running.stderr.on('data', (part) => log(String(part).trimEnd()));
    running.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(output.trim().split('\n').at(-1)));
      else reject(new Error(`${name} of ${size} chunks ended with ${code}`));
    });
  });
}

export async function run({ log, args }) {
  const sizes = args.length > 0 ? args.map(Number) : SIZES;
  const keep = process.env.IBID_BENCH_KEEP === '1';
  const figures = {};
  for (const size of sizes) {
    log(`${size} chunks`);
    const folder = join(tmpdir(), `ibid-bench-sqlite-${keep ? 'kept' : process.pid}-${size}`);
    const done = join(folder, 'filled.json');
    if (!existsSync(done)) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      writeFileSync(done, JSON.stringify(await step('fill', { folder, size, log })));
    }
    figures[size] = {
      ...JSON.parse(readFileSync(done, 'utf8')),
      ...(await step('search', { folder, size, log })),
      ...(await step('start', { folder, size, log })),
    };
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
  const bars = sizes.flatMap((size) => {
    const { recallAt10, hybrid, hybridHundredth, firstSearch, firstSearchPrepared } = figures[size];
    const bar = (name, value, limit, ok) => ({ name: `${name}-${size}`, value, bar: limit, ok });
    const small = Number((hybridHundredth.cpuMs / hybrid.cpuMs).toFixed(2));
    const first = Number((firstSearchPrepared.cpuMs / firstSearch.cpuMs).toFixed(2));
    return [
      bar('recall-at-10', recallAt10, '>= 0.98', recallAt10 >= 0.98),
      // The base of a hundredth of the chunks, by CPU.
      bar('small-base-to-all', small, '<= 0.5', small <= 0.5),
      bar('first-search-prepared-to-not', first, '<= 0.25', first <= 0.25),
    ];
  });
  return { figures, peers: {}, bars };
}
