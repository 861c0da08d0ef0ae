// The cost of ingesting documents: chunking compared with LangChain's and LlamaIndex's splitters, then whole files into
// a real database, with and without embeddings, while watching the main thread for stalls.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { MarkdownTextSplitter, RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import { SentenceSplitter } from '@llamaindex/core/node-parser';
import { countTokens as countEncoded } from '../../node_modules/gpt-tokenizer/esm/encoding/o200k_base.js';
import { openDatabase, openKnowledge } from '../../packages/store/dist/internal.js';
import {
  chunkDocument,
  openLocalEmbedder,
  parseDocument,
  PreparePool,
  syncFolder,
} from '../../packages/retrieval/dist/internal.js';

const TARGET = 350;
const MAX = 480;
const ROUNDS = 3;
const STALL_MILLISECONDS = 50;
const EMBEDDED_FILES = 25;

const countTokens = (text) => countEncoded(text, { disallowedSpecial: new Set() });
const cpuMilliseconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const round = (value, digits = 1) => Number(value.toFixed(digits));

/** Markdown installed with the AI SDK: real pages, the same on every machine with the same lock file. */
function readCorpus() {
  const root = fileURLToPath(new URL('../../node_modules/ai/docs', import.meta.url));
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.mdx?$/.test(entry.name))
    .map((entry) => ({ name: entry.name, path: join(entry.parentPath ?? entry.path, entry.name) }))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1))
    .map((file) => ({ ...file, text: readFileSync(file.path, 'utf8') }));
}

async function measureSplitter(corpus, split) {
  const times = [];
  let chunks = [];
  for (let index = 0; index < ROUNDS; index += 1) {
    const before = cpuMilliseconds();
    chunks = [];
    for (const file of corpus) chunks.push(...(await split(file)));
    times.push(cpuMilliseconds() - before);
  }
  const milliseconds = times.toSorted((left, right) => left - right)[ROUNDS >> 1];
  const bytes = corpus.reduce((sum, file) => sum + Buffer.byteLength(file.text), 0);
  const sizes = chunks.map((chunk) => countTokens(chunk.text));
  return {
    cpuMilliseconds: round(milliseconds),
    chunks: chunks.length,
    // Chunk sizes differ between splitters; megabytes don't.
    megabytesPerCpuSecond: round(bytes / 1000 / milliseconds, 2),
    chunksPerCpuSecond: Math.round((chunks.length / milliseconds) * 1000),
    meanTokens: Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length),
    overLimitShare: round(sizes.filter((size) => size > MAX).length / sizes.length, 4),
    exactSliceShare: round(
      chunks.filter((chunk) => chunk.source.includes(chunk.text)).length / chunks.length,
      4,
    ),
  };
}

function splitters() {
  const langchainCharacters = new MarkdownTextSplitter({ chunkSize: TARGET * 4, chunkOverlap: 0 });
  const langchainTokens = new RecursiveCharacterTextSplitter({
    chunkSize: MAX,
    chunkOverlap: 0,
    lengthFunction: countTokens,
    separators: RecursiveCharacterTextSplitter.getSeparatorsForLanguage('markdown'),
  });
  const llamaIndex = new SentenceSplitter({ chunkSize: MAX, chunkOverlap: 0 });
  const plain = (texts, source) => texts.map((text) => ({ text, source }));
  return {
    ibid: async (file) => {
      const document = await parseDocument({ bytes: Buffer.from(file.text), name: file.name });
      return chunkDocument({ document }).map((chunk) => ({ text: chunk.text, source: document.text }));
    },
    'langchain-markdown-characters': async (file) =>
      plain(await langchainCharacters.splitText(file.text), file.text),
    'langchain-recursive-tokens': async (file) =>
      plain(await langchainTokens.splitText(file.text), file.text),
    'llamaindex-sentence': async (file) => plain(llamaIndex.splitText(file.text), file.text),
  };
}

/** CPU time of the main thread so far; wall-clock time if the system does not report it. */
function mainThreadMilliseconds() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/**
 * Counts how often the main thread worked longer than allowed without a turn of the event loop. Judged by CPU time: on
 * a busy machine a thread also waits for the processor, which is reported separately.
 */
function watchStalls() {
  const histogram = monitorEventLoopDelay({ resolution: 10 });
  histogram.enable();
  const stalls = [];
  let waits = 0;
  let lastCpu = mainThreadMilliseconds();
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const cpu = mainThreadMilliseconds();
    if (cpu - lastCpu > STALL_MILLISECONDS) stalls.push(cpu - lastCpu);
    else if (now - last > STALL_MILLISECONDS) waits += 1;
    last = now;
    lastCpu = cpu;
  }, 5);
  return () => {
    clearInterval(timer);
    histogram.disable();
    return {
      stalls: stalls.length,
      longestStallCpuMilliseconds: round(Math.max(0, ...stalls)),
      waitsForProcessorOrDisk: waits,
      longestDelayMilliseconds: round(histogram.max / 1e6),
    };
  };
}

async function measureIngest({ folder, embedder }) {
  const data = mkdtempSync(join(tmpdir(), 'ibid-bench-data-'));
  const database = await openDatabase({ folder: data });
  const knowledge = await openKnowledge({ database, embedder });
  const access = { visibility: 'private', ownerId: 'bench', sharedWithUsers: [], sharedWithRoles: [] };
  const base = await knowledge.bases.create({ name: 'Bench', access });
  const pool = new PreparePool();
  // Threads are started beforehand: this measures the work, not loading the libraries.
  await pool.prepare({ name: 'a.md', content: { bytes: Buffer.from('# Warm\n\nWords.') } });
  const run = async () => {
    const stop = watchStalls();
    const cpu = cpuMilliseconds();
    const start = performance.now();
    const report = await syncFolder({
      knowledgeBaseId: base.id,
      folder,
      writer: knowledge.writer,
      embedder,
      pool,
    });
    const seconds = (performance.now() - start) / 1000;
    return { report, seconds, cpu: cpuMilliseconds() - cpu, loop: stop() };
  };
  const first = await run();
  const again = await run();
  await pool.close();
  await knowledge.close();
  await database.close();
  rmSync(data, { recursive: true, force: true });
  return {
    files: first.report.outcomes.length,
    failed: first.report.counts.failed,
    chunks: first.report.chunks,
    seconds: round(first.seconds, 2),
    chunksPerSecond: Math.round(first.report.chunks / first.seconds),
    cpuMillisecondsPerChunk: round(first.cpu / first.report.chunks, 2),
    mainThread: first.loop,
    unchangedFilesPerSecond: Math.round(again.report.counts.unchanged / again.seconds),
  };
}

export async function run({ log }) {
  const corpus = readCorpus();
  const bytes = corpus.reduce((sum, file) => sum + Buffer.byteLength(file.text), 0);
  log(`${corpus.length} Markdown files, ${round(bytes / 1e6, 2)} MB`);

  const splitting = {};
  for (const [name, split] of Object.entries(splitters())) {
    splitting[name] = await measureSplitter(corpus, split);
    log(`split  ${name.padEnd(30)} ${JSON.stringify(splitting[name])}`);
  }

  const folder = mkdtempSync(join(tmpdir(), 'ibid-bench-files-'));
  for (const [index, file] of corpus.entries()) cpSync(file.path, join(folder, `${index}-${file.name}`));
  // One file as large as a long book, because that is where a main thread stalls.
  writeFileSync(
    join(folder, 'book.md'),
    corpus
      .map((file) => file.text)
      .join('\n\n')
      .slice(0, 2_000_000),
  );
  const keyword = await measureIngest({ folder, embedder: null });
  log(`ingest without embeddings ${JSON.stringify(keyword)}`);
  rmSync(folder, { recursive: true, force: true });

  const small = mkdtempSync(join(tmpdir(), 'ibid-bench-files-'));
  mkdirSync(small, { recursive: true });
  for (const [index, file] of corpus.slice(0, EMBEDDED_FILES).entries())
    cpSync(file.path, join(small, `${index}-${file.name}`));
  const embedder = await openLocalEmbedder();
  const semantic = await measureIngest({ folder: small, embedder });
  await embedder.close?.();
  log(`ingest with embeddings    ${JSON.stringify(semantic)}`);
  rmSync(small, { recursive: true, force: true });

  const { ibid, ...peers } = splitting;
  const against = (peer) => round(ibid.megabytesPerCpuSecond / peers[peer].megabytesPerCpuSecond, 2);
  const bar = (name, value, limit, ok) => ({ name, value, bar: limit, ok });
  const stalls = keyword.mainThread.stalls + semantic.mainThread.stalls;
  return {
    figures: {
      corpusMegabytes: round(bytes / 1e6, 2),
      splitting: ibid,
      withoutEmbeddings: keyword,
      withEmbeddings: semantic,
    },
    peers,
    bars: [
      bar(
        'split-speed-against-langchain-tokens',
        against('langchain-recursive-tokens'),
        '>= 1',
        against('langchain-recursive-tokens') >= 1,
      ),
      bar(
        'split-speed-against-llamaindex',
        against('llamaindex-sentence'),
        '>= 1',
        against('llamaindex-sentence') >= 1,
      ),
      bar('chunks-over-limit', ibid.overLimitShare, '= 0', ibid.overLimitShare === 0),
      bar('chunks-that-are-exact-slices', ibid.exactSliceShare, '= 1', ibid.exactSliceShare === 1),
      bar('main-thread-stalls-over-50-ms', stalls, '= 0', stalls === 0),
    ],
  };
}
