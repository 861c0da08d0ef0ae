// The cost of weighing words only by what the viewer may see. The same search runs twice over the same chunks: by their
// owner, who may see nothing else, and, limited to the owner's knowledge bases, by a user who may see everything and
// for whom words are counted over everything. `npm run bench -- search owners 20000 FOLDER…` measures CPU on this many
// synthetic chunks of five owners, then quality on the data sets in the folders: all of them in one database, and each
// alone with two owners. IBID_BENCH_DATABASE is a PostgreSQL server to measure on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchItem } from './_bench-item.mjs';
import { DIMENSIONS, readCorpus, writeCorpus } from './_search-corpus.mjs';
import { cpuSeconds } from './_scale-search.mjs';

const OWNERS = 5;
const ROUNDS = 24;
const MODES = ['keyword', 'hybrid'];
const ALL = { userId: 'all', roles: [], isAdministrator: false };
const round = (value) => Number(value.toPrecision(4));

const ownerOf = (number) => ({ userId: `owner-${number}`, roles: [], isAdministrator: false });
const accessOf = (owner, sharedWithUsers = []) => ({
  visibility: 'shared',
  ownerId: owner.userId,
  sharedWithUsers: [ALL.userId, ...sharedWithUsers],
  sharedWithRoles: [],
});

function median(values) {
  const sorted = values.toSorted((left, right) => left - right);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}

async function openStore(embedder) {
  const { createScratchDatabase, openDatabase, openKnowledge } =
    await import('../../packages/store/dist/internal.js');
  const server = process.env.IBID_BENCH_DATABASE;
  const scratch = server ? await createScratchDatabase({ server, prefix: 'ibid_bench' }) : null;
  const folder = mkdtempSync(join(tmpdir(), 'ibid-bench-owners-'));
  const database = await openDatabase(scratch ? { url: scratch.url } : { folder });
  const knowledge = await openKnowledge({ database, embedder });
  const close = async () => {
    await knowledge.close();
    await database.close();
    await scratch?.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { database, knowledge, isPostgres: scratch !== null, close };
}

/** Assigns items to the owners in turn. The second owner may also see those of the third and fourth. */
async function fill({ knowledge, corpus }) {
  const bases = [];
  for (let number = 0; number < OWNERS; number += 1) {
    const sharedWith = number === 2 || number === 3 ? [ownerOf(1).userId] : [];
    const access = accessOf(ownerOf(number), sharedWith);
    bases.push(await knowledge.bases.create({ name: `Base ${number}`, access }));
  }
  const { chunks, chunksPerItem } = corpus;
  for (let start = 0; start < chunks.length; start += chunksPerItem) {
    const parts = chunks.slice(start, start + chunksPerItem);
    const { item, title } = parts[0];
    await knowledge.writer.putItem(
      benchItem({
        knowledgeBaseId: bases[item % OWNERS].id,
        title,
        name: `${item}`,
        texts: parts.map((part) => part.text),
        vectors: parts.map((part) => part.vector),
      }),
    );
  }
  return bases;
}

/** Milliseconds of CPU per search, including the database's processes if there are any. */
async function cost({ store, search, queries, before = async () => {} }) {
  let milliseconds = 0;
  const cpu = async () => {
    if (store.isPostgres) return (await cpuSeconds(store.database.db)) * 1000;
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const begun = await cpu();
  for (const query of queries) {
    const changing = await cpu();
    await before();
    milliseconds -= (await cpu()) - changing;
    await search(query);
  }
  return (milliseconds + (await cpu()) - begun) / queries.length;
}

async function measureCpu({ size, log }) {
  const folder = mkdtempSync(join(tmpdir(), 'ibid-bench-corpus-'));
  writeCorpus(folder, size, 0);
  const corpus = readCorpus(folder);
  rmSync(folder, { recursive: true, force: true });
  const vectors = new Map(corpus.queries.map((query) => [query.text, query.vector]));
  const embed = async (texts) => texts.map((text) => vectors.get(text));
  const embedder = { id: 'bench', dimensions: DIMENSIONS, maxTokens: 512, languages: null, embed };
  const store = await openStore(embedder);
  const figures = {};
  try {
    const bases = await fill({ knowledge: store.knowledge, corpus });
    log(`${size} chunks of ${OWNERS} owners indexed`);
    let changes = 0;
    const change = async () => {
      changes += 1;
      const { text, vector } = corpus.chunks[changes];
      await store.knowledge.writer.putItem(
        benchItem({
          knowledgeBaseId: bases[4].id,
          title: 'Change',
          name: `change ${changes}`,
          texts: [text],
          vectors: [vector],
        }),
      );
    };
    const kinds = [
      { label: 'aFifth', owner: ownerOf(0), seen: bases.slice(0, 1) },
      { label: 'threeFifths', owner: ownerOf(1), seen: bases.slice(1, 4) },
      { label: 'threeFifthsAfterAChange', owner: ownerOf(1), seen: bases.slice(1, 4), before: change },
    ];
    for (const { label, owner, seen, before } of kinds)
      for (const mode of MODES) {
        const knowledgeBaseIds = seen.map((base) => base.id);
        const by = (viewer) => (query) =>
          store.knowledge.reader.search({ viewer, query: query.text, mode, topK: 10, knowledgeBaseIds });
        // Words that the owner has: one that occurs nowhere for them is treated as mistyped, which costs more.
        const places = new Set(seen.map((base) => bases.indexOf(base)));
        const queries = corpus.queries
          .filter((query) => places.has(query.category % OWNERS))
          .slice(0, before ? 8 : 40);
        const times = { own: [], all: [] };
        for (let number = -1; number < ROUNDS; number += 1)
          for (const [name, viewer] of number % 2 === 0
            ? [
                ['own', owner],
                ['all', ALL],
              ]
            : [
                ['all', ALL],
                ['own', owner],
              ]) {
            const value = await cost({ store, search: by(viewer), queries, before });
            // The first round warms up.
            if (number >= 0) times[name].push(value);
          }
        const ratio = median(times.own.map((value, index) => value / times.all[index]));
        figures[`${mode} ${label}`] = {
          countedOverAllCpuMs: round(median(times.all)),
          countedOverOwnCpuMs: round(median(times.own)),
          ratio: round(ratio),
        };
        log(`  ${mode} ${label}: ${JSON.stringify(figures[`${mode} ${label}`])}`);
      }
  } finally {
    await store.close();
  }
  return figures;
}

/** R@5, R@10 and nDCG@10 of the set's questions over the passages in the base. */
async function scoresOf({ store, scoring, viewer, set, base, mode }) {
  const held = new Set(base.passages.values());
  const each = [];
  for (const query of set.queries) {
    const relevant = new Map([...query.relevant].filter(([id]) => held.has(id)));
    if (relevant.size === 0) continue;
    const hits = await store.knowledge.reader.search({
      viewer,
      query: query.text,
      mode,
      topK: 20,
      knowledgeBaseIds: [base.bases.get(query.group) ?? ''],
    });
    const ranking = hits.map((hit) => base.passages.get(hit.id) ?? '');
    each.push(scoring.scoreRanking({ ranking, relevant }));
  }
  return each;
}

/**
 * `inOne`: all sets in one database with an owner for each, so users who see everything count words over very different
 * texts. Otherwise each set alone, with its documents assigned to two owners in turn: texts of the same kind.
 */
async function measureQuality({ folders, log, inOne }) {
  const load = (name) => import(`../../packages/eval/dist/${name}.js`);
  const { loadDatasets } = await load('load-datasets');
  const { buildEvalBase } = await load('build-eval-base');
  const { cachedEmbedder } = await load('cached-embedder');
  const scoring = await load('score-ranking');
  const { openLocalEmbedder } = await import('../../packages/retrieval/dist/index.js');
  const local = await openLocalEmbedder();
  const embedder = cachedEmbedder({ embedder: local, folder: join(tmpdir(), 'ibid-eval-vectors') });
  const sets = folders.flatMap(loadDatasets);
  const figures = {};
  try {
    for (const together of inOne ? [sets] : sets.map((set) => [set])) {
      const store = await openStore(embedder);
      try {
        // Question sets over the same passages share an owner.
        const parts = new Map();
        for (const set of together)
          for (const [number, passages] of inOne ? [[0, set.passages]] : halves(set.passages).entries()) {
            const key = inOne ? set.passages : number;
            parts.set(key, { passages, sets: [...(parts.get(key)?.sets ?? []), set] });
          }
        const built = [];
        for (const { passages, sets: asked } of parts.values()) {
          const owner = ownerOf(built.length);
          const { knowledge } = store;
          const base = await buildEvalBase({ knowledge, embedder, passages, log, access: accessOf(owner) });
          built.push({ owner, base, asked });
        }
        for (const set of together)
          for (const mode of MODES) {
            const mean = async (viewerOf) => {
              const each = [];
              for (const { owner, base, asked } of built)
                if (asked.includes(set))
                  each.push(
                    ...(await scoresOf({ store, scoring, viewer: viewerOf(owner), set, base, mode })),
                  );
              const { 'R@5': five, 'R@10': ten, 'nDCG@10': gain } = scoring.meanScores(each);
              return [five, ten, gain].map(round);
            };
            const label = `${set.name} ${mode}${inOne ? '' : ', two owners'}`;
            figures[label] = {
              countedOverAll: await mean(() => ALL),
              countedOverOwn: await mean((owner) => owner),
            };
            log(`  ${label}, R@5, R@10, nDCG@10: ${JSON.stringify(figures[label])}`);
          }
      } finally {
        await store.close();
      }
    }
  } finally {
    await local.close?.();
  }
  return figures;
}

function halves(passages) {
  const items = [...new Set(passages.map(({ group, itemId }) => `${group} ${itemId}`))];
  const places = new Map(items.map((item, place) => [item, place]));
  return [0, 1].map((half) =>
    passages.filter(({ group, itemId }) => places.get(`${group} ${itemId}`) % 2 === half),
  );
}

export async function measureOwners({ log, args }) {
  const sizes = args.filter((argument) => /^\d+$/.test(argument)).map(Number);
  const folders = args.filter((argument) => !/^\d+$/.test(argument));
  const cpu = {};
  for (const size of sizes) cpu[size] = await measureCpu({ size, log });
  const quality = {};
  if (folders.length > 0)
    for (const inOne of [true, false]) Object.assign(quality, await measureQuality({ folders, log, inOne }));
  const bars = [];
  for (const [size, figures] of Object.entries(cpu))
    for (const [label, { ratio }] of Object.entries(figures))
      bars.push({ name: `own-to-all-cpu ${label} ${size}`, value: ratio, bar: '<= 1.05', ok: ratio <= 1.05 });
  for (const [label, { countedOverAll, countedOverOwn }] of Object.entries(quality)) {
    const lost = round(Math.max(...countedOverAll.map((value, index) => value - countedOverOwn[index])));
    bars.push({ name: `lost by own counts ${label}`, value: lost, bar: '<= 0.005', ok: lost <= 0.005 });
  }
  return { figures: { cpu, quality }, bars };
}
