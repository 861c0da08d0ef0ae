// One step of the suite `scale-sqlite` in a separate process, to measure its memory and CPU: `fill FOLDER SIZE`,
// `start FOLDER SIZE` (as a server: prepare, then search) or `search FOLDER SIZE`. The last line of standard output is the result.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery } from '../../node_modules/kysely/dist/esm/index.js';
import { openDatabase, openKnowledge } from '../../packages/store/dist/internal.js';
import { benchItem } from './_bench-item.mjs';
import {
  BASES,
  CHUNKS_PER_ITEM,
  DIMENSIONS,
  makeChunks,
  QuerySampler,
  vocabulary,
} from './_scale-corpus.mjs';

const [, , name, folder, wantedSize] = process.argv;
const size = Number(wantedSize);
const QUERIES = 100;
/** Queries compared with all vectors of the database, one by one. */
const JUDGED = 20;
const NEAREST = 10;
const data = join(folder, 'data');
const VIEWER = { userId: 'bench', roles: [], isAdministrator: false };
const EVERYONE = { visibility: 'public', ownerId: 'bench', sharedWithUsers: [], sharedWithRoles: [] };
const round = (value) => Number(value.toPrecision(4));
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const vectors = new Map();
const database = await openDatabase({ folder: data });
const knowledge = await openKnowledge({
  database,
  embedder: {
    id: 'bench',
    dimensions: DIMENSIONS,
    maxTokens: 512,
    languages: null,
    embed: async (texts) => texts.map((text) => vectors.get(text)),
  },
});
const steps = { fill, start, search };
const result = await steps[name]();
await knowledge.close();
await database.close();
console.log(JSON.stringify(result));
process.exit(0);

async function fill() {
  const started = performance.now();
  const startedCpu = cpuMs();
  const bases = [];
  for (const base of BASES) bases.push(await knowledge.bases.create({ name: base.name, access: EVERYONE }));
  const sampler = new QuerySampler(size, QUERIES);
  let parts = [];
  let written = 0;
  for (const chunk of makeChunks(size)) {
    sampler.see(chunk);
    parts.push(chunk);
    if (parts.length < CHUNKS_PER_ITEM) continue;
    await knowledge.writer.putItem(itemOf(parts, bases[parts[0].base].id));
    written += parts.length;
    parts = [];
    if (written % 50_000 === 0)
      console.error(
        `  ${written} chunks, ${Math.round(((cpuMs() - startedCpu) / written) * 1000)} us of CPU each`,
      );
  }
  writeFileSync(join(folder, 'queries.json'), JSON.stringify(sampler.queries));
  return {
    fillSeconds: round((performance.now() - started) / 1000),
    fillCpuSeconds: round((cpuMs() - startedCpu) / 1000),
  };
}

function itemOf(parts, knowledgeBaseId) {
  const called = `Item ${parts[0].item}`;
  return benchItem({
    knowledgeBaseId,
    title: called,
    name: called,
    texts: parts.map((part) => part.words.map((word) => vocabulary[word]).join(' ')),
    vectors: parts.map(({ vector }) => unit(vector)),
  });
}

function unit(vector) {
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
}

/** The queries, and a function that asks one. */
async function asking() {
  const queries = JSON.parse(readFileSync(join(folder, 'queries.json'), 'utf8'));
  for (const query of queries) vectors.set(query.text, (query.vector = Float32Array.from(query.vector)));
  const ask = (query, mode, knowledgeBaseIds) =>
    knowledge.reader.search({
      viewer: VIEWER,
      query: query.text,
      mode,
      topK: NEAREST,
      ...(knowledgeBaseIds ? { knowledgeBaseIds } : {}),
    });
  globalThis.gc();
  return { queries, ask };
}

async function timed(work) {
  const beforeCpu = cpuMs();
  const before = performance.now();
  await work();
  return { ms: round(performance.now() - before), cpuMs: round(cpuMs() - beforeCpu) };
}

/** A server prepares search in the background; then somebody searches for the first time. */
async function start() {
  const { queries, ask } = await asking();
  const prepared = await timed(() => knowledge.warm());
  const figures = { prepared, firstSearchPrepared: await timed(() => ask(queries[0], 'hybrid')) };
  console.error(`  first search once prepared: ${JSON.stringify(figures)}`);
  return figures;
}

async function search() {
  const { queries, ask } = await asking();
  const listed = await knowledge.reader.listKnowledgeBases(VIEWER);
  const baseOf = (called) => listed.find((base) => base.name === called).id;
  const empty = process.memoryUsage().rss;
  const figures = { bytesPerChunk: Math.round(bytesIn(data) / size) };
  figures.firstSearch = await timed(() => ask(queries[0], 'hybrid'));
  console.error(`  first search: ${JSON.stringify(figures.firstSearch)}`);
  const kinds = [
    ['keyword', 'keyword'],
    ['semantic', 'semantic'],
    ['hybrid', 'hybrid'],
    ['hybridHalf', 'hybrid', [baseOf('Half')]],
    ['hybridTenth', 'hybrid', [baseOf('Tenth')]],
    ['keywordHundredth', 'keyword', [baseOf('Hundredth')]],
    ['semanticHundredth', 'semantic', [baseOf('Hundredth')]],
    ['hybridHundredth', 'hybrid', [baseOf('Hundredth')]],
  ];
  for (const [label, mode, within] of kinds) {
    for (const query of queries.slice(0, 10)) await ask(query, mode, within);
    const before = cpuMs();
    const times = [];
    for (const query of queries) {
      const begun = performance.now();
      await ask(query, mode, within);
      times.push(performance.now() - begun);
    }
    times.sort((left, right) => left - right);
    figures[label] = {
      p50: round(times[Math.floor(times.length * 0.5)]),
      p95: round(times[Math.floor(times.length * 0.95)]),
      cpuMs: round((cpuMs() - before) / queries.length),
    };
    console.error(`  ${label}: ${JSON.stringify(figures[label])}`);
  }
  globalThis.gc();
  figures.megabytesOfMemory = Math.round((process.memoryUsage().rss - empty) / 2 ** 20);
  const judged = queries.slice(0, JUDGED);
  const wanted = await nearest(judged);
  let shared = 0;
  for (const [place, query] of judged.entries()) {
    const found = new Set((await ask(query, 'semantic')).map((hit) => `${hit.itemName} ${hit.ordinal}`));
    shared += wanted[place].filter((one) => found.has(one)).length / NEAREST;
  }
  figures.recallAt10 = round(shared / judged.length);
  console.error(`  memory ${figures.megabytesOfMemory} MB, recall ${figures.recallAt10}`);
  return figures;
}

/** The chunks whose vectors are truly nearest, by item and position. */
async function nearest(queries) {
  const best = queries.map(() => []);
  const all = async (statement, parameters) =>
    (await database.db.executeQuery(CompiledQuery.raw(statement, parameters))).rows;
  for (let last = 0; ;) {
    const rows = await all(
      'select chunk_row, vector from chunk_vectors where chunk_row > ? order by chunk_row limit 5000',
      [last],
    );
    if (rows.length === 0) break;
    last = rows.at(-1).chunk_row;
    for (const { chunk_row, vector } of rows) {
      const values = new Float32Array(Uint8Array.from(vector).buffer);
      for (const [place, query] of queries.entries()) {
        let sum = 0;
        for (let index = 0; index < DIMENSIONS; index += 1) sum += values[index] * query.vector[index];
        const list = best[place];
        if (list.length === NEAREST && sum <= list.at(-1).sum) continue;
        list.push({ sum, row: chunk_row });
        list.sort((left, right) => right.sum - left.sum);
        list.length = Math.min(list.length, NEAREST);
      }
    }
  }
  return Promise.all(
    best.map(async (list) =>
      (
        await all(
          `select i.name, c.ordinal from chunks as c join items as i on i.row = c.item_row
           where c.row in (${list.map(() => '?').join(', ')})`,
          list.map(({ row }) => row),
        )
      ).map((row) => `${row.name} ${row.ordinal}`),
    ),
  );
}

function bytesIn(path) {
  return readdirSync(path, { withFileTypes: true }).reduce((sum, entry) => {
    const inner = join(path, entry.name);
    return sum + (entry.isDirectory() ? bytesIn(inner) : statSync(inner).size);
  }, 0);
}
