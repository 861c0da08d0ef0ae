// Keyword, semantic, hybrid and filtered search beside what people install instead, on the same chunks and vectors.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const child = fileURLToPath(new URL('./_search-child.mjs', import.meta.url));
const PATIENCE_MILLISECONDS = 8 * 60_000;

function measure(name, size, log) {
  return new Promise((resolve) => {
    const started = Date.now();
    const running = spawn(
      process.execPath,
      ['--expose-gc', '--max-old-space-size=8000', child, name, `${size}`],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    let errors = '';
    running.stdout.on('data', (part) => (output += part));
    running.stderr.on('data', (part) => (errors += part));
    const timer = setTimeout(() => running.kill('SIGKILL'), PATIENCE_MILLISECONDS);
    running.on('close', (code) => {
      clearTimeout(timer);
      const seconds = Math.round((Date.now() - started) / 1000);
      const line = output.trim().split('\n').at(-1);
      if (code === 0 && line) {
        const figures = JSON.parse(line);
        log(`${name} ${size} (${seconds} s): ${line}`);
        resolve(figures);
      } else {
        const reason =
          code === null
            ? `gave up after ${PATIENCE_MILLISECONDS / 60_000} minutes`
            : errors.trim().split('\n').at(-1);
        log(`${name} ${size} (${seconds} s): ${reason}\n${errors.slice(-1500)}`);
        resolve({ error: reason });
      }
    });
  });
}

export async function run({ log, args = [] }) {
  const sizes = args.filter((argument) => /^\d+$/.test(argument)).map(Number);
  const chosen = args.filter((argument) => !/^\d+$/.test(argument));
  const names = chosen.length > 0 ? chosen : ['lancedb', 'sqlite-vec', 'minisearch', 'orama'];
  const figures = {};
  const peers = Object.fromEntries(names.map((name) => [name, {}]));
  const bars = [];
  for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) {
    const ours = await measure('ibid', size, log);
    figures[size] = ours;
    for (const name of names) peers[name][size] = await measure(name, size, log);
    if (ours.error) continue;
    const bar = (name, value, limit, ok) => bars.push({ name: `${name}-${size}`, value, bar: limit, ok });
    const lance = peers.lancedb?.[size];
    if (lance && !lance.error) {
      // CPU decides; waiting depends on what else the machine does, and is shown beside it.
      const ratio = Number((ours.hybrid.cpuMs / lance.hybrid.cpuMs).toFixed(2));
      bar('hybrid-cpu-to-lancedb', ratio, '<= 1', ratio <= 1);
      figures[size].hybridP50ToLancedb = Number((ours.hybrid.p50 / lance.hybrid.p50).toFixed(2));
    }
    bar('recall-at-10', ours.semantic.recallAt10, '>= 0.98', ours.semantic.recallAt10 >= 0.98);
    const filtered = Number((ours.hybridFiltered.cpuMs / ours.hybrid.cpuMs).toFixed(2));
    bar('filtered-to-unfiltered-cpu', filtered, '< 1', filtered < 1 && ours.hybridFiltered.onlyAllowed);
    bar('open-cpu-ms', ours.openCpuMs, '<= 100', ours.openCpuMs <= 100);
  }
  return { figures, peers, bars };
}
