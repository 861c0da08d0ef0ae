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
    };
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
  const bars = sizes.map((size) => ({
    name: `recall-at-10-${size}`,
    value: figures[size].recallAt10,
    bar: '>= 0.98',
    ok: figures[size].recallAt10 >= 0.98,
  }));
  return { figures, peers: {}, bars };
}
