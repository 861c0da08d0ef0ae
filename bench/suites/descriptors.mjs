// The cost of a handle: a page, an extract and a fork of a 10 MB text compared with copying the text through the same
// database; the memory the process holds afterwards; the cost of reference tags per streamed chunk.
import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  MemoryDescriptorStore,
  ReferenceStream,
  descriptorTools,
} from '../../packages/core/dist/descriptors/index.js';
import { openDatabase } from '../../packages/store/dist/database/index.js';
import { DatabaseDescriptorStore, forkDescriptors } from '../../packages/store/dist/descriptors/index.js';

const MEGABYTES = 10;
const origin = { kind: 'tool-result', callId: 'c', toolName: 't' };

function makeText(megabytes, seed) {
  const lines = [];
  for (let size = 0, i = 0; size < megabytes * 1_000_000; i += 1) {
    const line = `${seed} row ${i} of the log, served in ${(i * 7919) % 997} ms by worker ${i % 13}\n`;
    lines.push(line);
    size += line.length;
  }
  return lines.join('').slice(0, megabytes * 1_000_000);
}

const cpuMilliseconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** CPU of one run in milliseconds: the median of several rounds. */
async function cost(run, { rounds = 5, perRound = 1 } = {}) {
  await run(0);
  const values = [];
  for (let round = 0; round < rounds; round += 1) {
    globalThis.gc?.();
    const before = cpuMilliseconds();
    for (let i = 0; i < perRound; i += 1) await run(round * perRound + i + 1);
    values.push((cpuMilliseconds() - before) / perRound);
  }
  return values.toSorted((a, b) => a - b)[rounds >> 1];
}

const rounded = (value, digits = 3) => Number(value.toPrecision(digits));

/** Runs in a separate process: memory held after storing 60 MB and reading pages of all of it. */
async function memoryChild() {
  const folder = mkdtempSync(join(tmpdir(), 'ibid-bench-'));
  const database = await openDatabase({ folder });
  const store = new DatabaseDescriptorStore({ db: database.db, conversationId: 'c', messageIds: null });
  const held = async () => {
    // Finalisers return memory outside the heap; they run between two collections.
    for (let i = 0; i < 3; i += 1) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  await store.create({ content: makeText(1, 'warm'), origin });
  const before = await held();
  for (let i = 0; i < 6; i += 1) await store.create({ content: makeText(MEGABYTES, `t${i}`), origin });
  for (let i = 2; i <= 7; i += 1)
    for (let page = 0; page < 50; page += 1) {
      const starts = await store.pageStarts(`fd:${i}`, 8_000);
      await store.read(`fd:${i}`, { start: starts[page * 20], end: starts[page * 20 + 1] });
    }
  const after = await held();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
  console.log(JSON.stringify({ storedMegabytes: 6 * MEGABYTES, heldMegabytes: (after - before) / 1e6 }));
}

async function databaseFigures(log) {
  const folder = mkdtempSync(join(tmpdir(), 'ibid-bench-'));
  const database = await openDatabase({ folder });
  const settings = { quotaBytes: 2 ** 40 };
  const open = (conversationId) =>
    new DatabaseDescriptorStore({ db: database.db, conversationId, messageIds: null, settings });
  const text = makeText(MEGABYTES, 'a');
  const store = open('c');
  await store.create({ content: text, origin });

  const createMs = await cost((i) => open(`create-${i}`).create({ content: text, origin }));
  const plainWriteMs = await cost((i) =>
    database.db
      .insertInto('file_texts')
      .values({ blob_hash: `h${i}`, text })
      .execute(),
  );
  // The same bytes, crash-safe, without anything that makes a handle: as one value here, and as a file.
  const bytes = Buffer.from(text);
  const blobWriteMs = await cost((i) =>
    database.db
      .insertInto('descriptor_segments')
      .values({
        content_id: `blob-${i}`,
        start: 0,
        characters: text.length,
        line_feeds_before: 0,
        bytes_before: 0,
        encoding: 'utf8',
        data: bytes,
      })
      .execute(),
  );
  const fileWriteMs = await cost((i) => {
    const file = openSync(join(folder, `file-${i}`), 'w');
    writeSync(file, bytes);
    fsyncSync(file);
    closeSync(file);
  });
  const readAllMs = await cost(() => store.read('fd:1'));
  const memoryCopyMs = await cost(() => Buffer.from(text), { perRound: 20 });

  const starts = await store.pageStarts('fd:1', 8_000);
  const anyPage = (i) => (i * 7919) % (starts.length - 1);
  // A new store every time: no caching from an earlier page.
  const pageMs = await cost(
    async (i) => {
      const fresh = open('c');
      const pages = await fresh.pageStarts('fd:1', 8_000);
      await fresh.read('fd:1', { start: pages[anyPage(i)], end: pages[anyPage(i) + 1] });
    },
    { perRound: 200 },
  );
  const lines = (await store.describe('fd:1')).lines;
  const lineMs = await cost(
    async (i) => {
      const [start] = await store.lineOffsets('fd:1', { from: 1 + ((i * 7919) % lines), count: 1 });
      await store.read('fd:1', { start, end: start + 4_000 });
    },
    { perRound: 200 },
  );
  const extractMs = await cost(
    (i) => open('c').extract({ from: 'fd:1', range: { start: i % 1_000, end: text.length } }),
    { perRound: 50 },
  );
  const forkMs = await cost(
    (i) =>
      database.db.transaction().execute((transaction) =>
        forkDescriptors(transaction, {
          fromConversationId: 'create-1',
          toConversationId: `fork-${i}`,
          messageIds: new Map(),
        }),
      ),
    { perRound: 50 },
  );
  const tools = descriptorTools({ store, workspace: null });
  const search = tools.find((tool) => tool.name === 'search_fd');
  const context = { availableTokens: 100_000, signal: new AbortController().signal };
  const searching = (input) => () =>
    search.execute(search.inputSchema.parse({ fd: 'fd:1', ...input }), context);
  const searchTextMs = await cost(searching({ pattern: 'not in there' }), { rounds: 3 });
  const searchRegexMs = await cost(searching({ pattern: '(not|in)+ (there|here)$', kind: 'regex' }), {
    rounds: 3,
  });
  await database.close();
  rmSync(folder, { recursive: true, force: true });
  log(
    `create ${createMs.toFixed(1)} ms, plain write ${plainWriteMs.toFixed(1)} ms, page ${pageMs.toFixed(3)} ms CPU`,
  );
  const copyMs = readAllMs + createMs;
  return {
    createMs,
    plainWriteMs,
    blobWriteMs,
    fileWriteMs,
    readAllMs,
    copyMs,
    memoryCopyMs,
    pageMs,
    lineMs,
    extractMs,
    forkMs,
    searchTextMs,
    searchRegexMs,
  };
}

/** In memory: a handle on an existing string, and any page of it, compared with copying it. */
async function memoryFigures() {
  const text = Buffer.from(makeText(MEGABYTES, 'm')).toString();
  const bytes = Buffer.from(text);
  const oneLine = Buffer.from(text.replaceAll('\n', ' ')).toString();
  const createAndPage = (content) => async (i) => {
    const store = new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00Z' });
    const { name } = await store.create({ content, origin });
    const starts = await store.pageStarts(name, 8_000);
    const page = (i * 7919) % (starts.length - 1);
    await store.read(name, { start: starts[page], end: starts[page + 1] });
  };
  return {
    memoryCreateAndPageMs: await cost(createAndPage(text), { perRound: 40 }),
    oneLineCreateAndPageMs: await cost(createAndPage(oneLine), { perRound: 40 }),
    ...(await tokenPageFigures(text)),
    textCopyMs: await cost(() => Buffer.from(text), { perRound: 20 }),
    bytesCopyMs: await cost(() => Buffer.from(bytes), { perRound: 20 }),
  };
}

/** Pages of 1,000 tokens: the first, one near the end (all before it have to be found), and the one before that. */
async function tokenPageFigures(text) {
  const store = new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00Z' });
  await store.create({ content: text, origin });
  const context = { availableTokens: 100_000, signal: new AbortController().signal };
  const reader = () => descriptorTools({ store, workspace: null }).find((tool) => tool.name === 'read_fd');
  const page = (tool, start) =>
    tool.execute(tool.inputSchema.parse({ fd: 'fd:1', start, page_tokens: 1_000 }), context);
  const known = reader();
  await page(known, 3_000);
  return {
    firstTokenPageMs: await cost(() => page(reader(), 1), { perRound: 5 }),
    farTokenPageMs: await cost(() => page(reader(), 3_000), { rounds: 3 }),
    knownTokenPageMs: await cost(() => page(known, 2_999), { perRound: 20 }),
  };
}

/** Nanoseconds per streamed chunk of about four characters. */
async function parserFigures() {
  const chunksOf = (text) => text.match(/[^]{1,4}/g);
  const prose = chunksOf('The answer is that it works, as was said before. '.repeat(2_000));
  const marked = chunksOf('Some **text** with `code` and a line end.\n'.repeat(2_000));
  const tagged = chunksOf('Here <ref id="a">is a short one</ref> and a < b.\n'.repeat(2_000));
  const nanoseconds = async (chunks) => {
    const run = () => {
      const stream = new ReferenceStream();
      for (const chunk of chunks) stream.push(chunk);
      stream.end();
    };
    return ((await cost(run, { rounds: 7, perRound: 10 })) * 1e6) / chunks.length;
  };
  return {
    proseNs: await nanoseconds(prose),
    markdownNs: await nanoseconds(marked),
    taggedNs: await nanoseconds(tagged),
  };
}

export async function run({ log }) {
  const measured = await databaseFigures(log);
  const inMemory = await memoryFigures();
  log(`in memory: create and any page ${inMemory.memoryCreateAndPageMs.toFixed(3)} ms CPU`);
  const parser = await parserFigures();
  const child = spawnSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), '--memory'], {
    encoding: 'utf8',
  });
  if (child.status !== 0) throw new Error(child.stderr);
  const memory = JSON.parse(child.stdout);
  const figures = {};
  for (const [name, value] of Object.entries({ ...measured, ...inMemory, ...parser, ...memory }))
    figures[name] = rounded(value);
  const share = (name, value, limit) => ({
    name,
    value: rounded(value),
    bar: `<= ${limit}`,
    ok: value <= limit,
  });
  return {
    figures,
    peers: {},
    bars: [
      share(
        'memory-create-and-page-of-text-copy',
        inMemory.memoryCreateAndPageMs / inMemory.textCopyMs,
        0.05,
      ),
      share(
        'memory-create-and-page-of-bytes-copy',
        inMemory.memoryCreateAndPageMs / inMemory.bytesCopyMs,
        0.05,
      ),
      share('create-and-page-share-of-copy', (measured.createMs + measured.pageMs) / measured.copyMs, 0.05),
      share('page-share-of-copy', measured.pageMs / measured.copyMs, 0.05),
      share('line-share-of-copy', measured.lineMs / measured.copyMs, 0.05),
      share('extract-share-of-copy', measured.extractMs / measured.copyMs, 0.05),
      share('fork-share-of-copy', measured.forkMs / measured.copyMs, 0.05),
      share('page-share-of-plain-write', measured.pageMs / measured.plainWriteMs, 0.05),
      share('create-over-blob-write', measured.createMs / measured.blobWriteMs, 3),
      share('create-over-durable-file', measured.createMs / measured.fileWriteMs, 5),
      share(
        'one-line-create-and-page-of-text-copy',
        inMemory.oneLineCreateAndPageMs / inMemory.textCopyMs,
        0.05,
      ),
      share('create-over-plain-write', measured.createMs / measured.plainWriteMs, 3),
      share('held-share-of-stored', memory.heldMegabytes / memory.storedMegabytes, 0.05),
      share('tag-parser-us-per-chunk', parser.proseNs / 1000, 1),
    ],
  };
}

if (process.argv.includes('--memory')) await memoryChild();
