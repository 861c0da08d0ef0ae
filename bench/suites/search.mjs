// Keyword, semantic, hybrid and filtered search compared with common alternatives, on the same chunks and vectors.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeCorpus } from './_search-corpus.mjs';

const child = fileURLToPath(new URL('./_search-child.mjs', import.meta.url));
/**
 * A system that has not built and answered by then is shown with the stage it reached. Counts its CPU time, not the
 * time it waited for the processor.
 */
const PATIENCE_MINUTES = 10;
/** Wall-clock time, for a system that hangs. */
const HANGING_MINUTES = 60;
const TICKS_PER_SECOND = 100;

/** CPU minutes of a process; wall-clock time if the system does not report it. */
function minutesOf(pid, started) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .split(') ')
      .at(-1)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) / TICKS_PER_SECOND / 60;
  } catch {
    return (Date.now() - started) / 60_000;
  }
}

function measure({ name, size, corpus, log }) {
  return new Promise((resolve) => {
    const started = Date.now();
    const running = spawn(
      process.execPath,
      ['--expose-gc', '--max-old-space-size=8000', child, name, corpus],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    let errors = '';
    running.stdout.on('data', (part) => (output += part));
    running.stderr.on('data', (part) => (errors += part));
    const timer = setInterval(() => {
      const hangs = Date.now() - started > HANGING_MINUTES * 60_000;
      if (hangs || minutesOf(running.pid, started) > PATIENCE_MINUTES) running.kill('SIGKILL');
    }, 1000);
    running.on('close', (code) => {
      clearInterval(timer);
      const seconds = Math.round((Date.now() - started) / 1000);
      const line = output.trim().split('\n').at(-1);
      const figures = line?.startsWith('{') ? JSON.parse(line) : {};
      if (code !== 0) {
        figures.error =
          code === null
            ? `stopped after ${PATIENCE_MINUTES} minutes of work: ${figures.stage ?? 'building'}`
            : errors.trim().split('\n').at(-1);
        if (code !== null) log(errors.slice(-1500));
      }
      delete figures.stage;
      log(`${name} ${size} (${seconds} s): ${JSON.stringify(figures)}`);
      resolve(figures);
    });
  });
}

export async function run({ log, args = [] }) {
  if (args[0] === 'owners')
    return (await import('./_search-owners.mjs')).measureOwners({ log, args: args.slice(1) });
  if (args[0] === 'against')
    return (await import('./_search-against.mjs')).measureAgainst({ log, args: args.slice(1) });
  const sizes = args.filter((argument) => /^\d+$/.test(argument)).map(Number);
  const chosen = args.filter((argument) => !/^\d+$/.test(argument));
  const names = chosen.length > 0 ? chosen : ['lancedb', 'sqlite-vec', 'minisearch', 'orama'];
  const figures = { ibid: {} };
  const peers = Object.fromEntries(names.map((name) => [name, {}]));
  const bars = [];
  for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) {
    const corpus = mkdtempSync(join(tmpdir(), 'ibid-bench-corpus-'));
    const started = Date.now();
    writeCorpus(corpus, size);
    log(`corpus of ${size} chunks made in ${Math.round((Date.now() - started) / 1000)} s`);
    const ours = await measure({ name: 'ibid', size, corpus, log });
    figures.ibid[size] = ours;
    for (const name of names) peers[name][size] = await measure({ name, size, corpus, log });
    rmSync(corpus, { recursive: true, force: true });
    if (ours.error) continue;
    const bar = (name, value, limit, ok) => bars.push({ name: `${name}-${size}`, value, bar: limit, ok });
    const lance = peers.lancedb?.[size];
    if (lance?.error) bar('hybrid-p50-to-lancedb', null, '<= 1', false);
    else if (lance) {
      // By CPU and wall-clock time: LanceDB spreads a query over the cores, so the two can differ.
      const ratio = Number((ours.hybrid.cpuMs / lance.hybrid.cpuMs).toFixed(2));
      bar('hybrid-cpu-to-lancedb', ratio, '<= 1', ratio <= 1);
      const clock = Number((ours.hybrid.p50 / lance.hybrid.p50).toFixed(2));
      bar('hybrid-p50-to-lancedb', clock, '<= 1', clock <= 1);
    }
    bar('recall-at-10', ours.semantic.recallAt10, '>= 0.98', ours.semantic.recallAt10 >= 0.98);
    const filtered = Number((ours.hybridFiltered.cpuMs / ours.hybrid.cpuMs).toFixed(2));
    bar('filtered-to-unfiltered-cpu', filtered, '< 1', filtered < 1 && ours.hybridFiltered.onlyAllowed);
    bar('open-cpu-ms', ours.openCpuMs, '<= 100', ours.openCpuMs <= 100);
    bar('open-ms', ours.openMs, '<= 100', ours.openMs <= 100);
  }
  return { figures, peers, bars };
}
