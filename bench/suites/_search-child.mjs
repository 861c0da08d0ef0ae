// Builds one system's index and measures it, in a separate process to isolate its memory.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readCorpus } from './_search-corpus.mjs';
import { folderBytes, systems } from './_search-systems.mjs';

const [, , name, corpusFolder] = process.argv;
// Next to the corpus, so it is deleted with it even if this process is killed.
const folder = mkdtempSync(join(corpusFolder, 'system-'));
const K = 10;
/** A slow system answers fewer questions; the figures say how many. */
const BUDGET_MILLISECONDS = 15_000;
const round = (value) => Number(value.toPrecision(4));

try {
  const corpus = readCorpus(corpusFolder);
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const system = await systems[name](join(folder, 'data'));
  const cpuStart = process.cpuUsage();
  const buildStart = performance.now();
  await system.build(corpus);
  const built = process.cpuUsage(cpuStart);
  const figures = {
    buildSeconds: round((performance.now() - buildStart) / 1000),
    buildCpuSeconds: round((built.user + built.system) / 1e6),
    megabytesOnDisk: round(folderBytes(join(folder, 'data')) / 2 ** 20),
  };
  const openCpu = process.cpuUsage();
  const openMs = await system.reopen();
  const opened = process.cpuUsage(openCpu);
  if (openMs !== null) {
    figures.openMs = round(openMs);
    figures.openCpuMs = round((opened.user + opened.system) / 1000);
  }
  const measure = async (mode, category) => {
    const times = [];
    const found = [];
    // Measures a system in use: the first queries fill caches.
    let until = performance.now() + BUDGET_MILLISECONDS / 3;
    for (const query of corpus.queries.slice(0, 40)) {
      await system.search(mode, query, K, category?.(query));
      if (performance.now() > until) break;
    }
    until = performance.now() + BUDGET_MILLISECONDS;
    const cpu = process.cpuUsage();
    for (const query of corpus.queries) {
      if (performance.now() > until) break;
      const started = performance.now();
      found.push(await system.search(mode, query, K, category?.(query)));
      times.push(performance.now() - started);
    }
    const used = process.cpuUsage(cpu);
    times.sort((left, right) => left - right);
    const at = (share) => round(times[Math.floor(times.length * share)]);
    return {
      p50: at(0.5),
      p95: at(0.95),
      cpuMs: round((used.user + used.system) / 1000 / times.length),
      ...(times.length < corpus.queries.length ? { queries: times.length } : {}),
      found,
    };
  };
  const recall = (found, truth) => {
    const shares = found.flatMap((ids, index) => {
      const wanted = corpus.queries[index][truth];
      return wanted ? wanted.filter((id) => ids.includes(id)).length / wanted.length : [];
    });
    return round(shares.reduce((sum, share) => sum + share, 0) / shares.length);
  };
  // The last line is the result: the stage reached, should time run out.
  const reached = (stage) => console.log(JSON.stringify({ ...figures, stage }));
  const firstStart = performance.now();
  const modes = system.modes ?? ['keyword', 'semantic', 'hybrid'];
  await system.search(modes.at(-1), corpus.queries[0], K);
  figures.firstSearchMs = round(performance.now() - firstStart);
  for (const mode of modes) {
    reached(`measuring ${mode}`);
    const { found, ...times } = await measure(mode);
    figures[mode] = mode === 'semantic' ? { ...times, recallAt10: recall(found, 'nearest') } : times;
  }
  const last = modes.at(-1);
  reached('measuring filtered searches');
  const { found, ...times } = await measure(last, (query) => query.category);
  const right = found.every((ids, index) =>
    ids.every((id) => corpus.chunks[id]?.category === corpus.queries[index].category),
  );
  figures[`${last}Filtered`] = { ...times, onlyAllowed: right };
  if (modes.includes('semantic')) {
    const filtered = await measure('semantic', (query) => query.category);
    figures.semanticFilteredRecallAt10 = recall(filtered.found, 'nearestInCategory');
  }
  figures.megabytesOfMemory = round((process.memoryUsage().rss - before) / 2 ** 20);
  console.log(JSON.stringify(figures));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
