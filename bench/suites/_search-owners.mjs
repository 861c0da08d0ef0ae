// What it costs to weigh words only by what the viewer may see. The same search is made twice over the same chunks: by
// their owner, who may see nothing else, and, limited to the owner's knowledge bases, by somebody who may see everything
// and for whom words are counted over everything. `npm run bench -- search owners 20000 FOLDER…`: CPU on so many
// synthetic chunks of five owners, then quality on the data sets of the folders, all of them in one database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const itemOf = (base, name, title) => ({
  knowledgeBaseId: base.id,
  title,
  name,
  externalId: name,
  url: null,
  mediaType: 'text/plain',
  language: 'en',
  metadata: {},
  contentHash: '',
  pipeline: '',
  characters: 0,
  tokens: 0,
  pages: null,
  access: null,
});

/** Items one after another to each owner in turn. The second owner may also see what the third and fourth have. */
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
    let offset = 0;
    const { item, title } = parts[0];
    await knowledge.writer.putItem({
      item: itemOf(bases[item % OWNERS], `${item}`, title),
      text: parts.map((part) => part.text).join('\n'),
      chunks: parts.map((part, ordinal) => {
        const span = { start: offset, end: offset + part.text.length };
        offset = span.end + 1;
        return { ordinal, text: part.text, headingPath: [], page: null, span, tokens: 0, context: null };
      }),
      vectors: parts.map((part) => part.vector),
      embedderId: 'bench',
    });
  }
  return bases;
}

/** Milliseconds of CPU a search, of the database's processes too where there are any. */
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
      await store.knowledge.writer.putItem({
        item: itemOf(bases[4], `change ${changes}`, 'Change'),
        text,
        chunks: [
          {
            ordinal: 0,
            text,
            headingPath: [],
            page: null,
            span: { start: 0, end: text.length },
            tokens: 0,
            context: null,
          },
        ],
        vectors: [vector],
        embedderId: 'bench',
      });
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
        // Of what the owner has: a word that they have nowhere is taken for a mistyped one, which costs more.
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

async function measureQuality({ folders, log }) {
  const cli = (name) => import(`../../packages/cli/dist/eval/${name}.js`);
  const { loadDatasets } = await cli('load-datasets');
  const { buildEvalBase } = await cli('build-eval-base');
  const { cachedEmbedder } = await cli('cached-embedder');
  const { meanScores, scoreRanking } = await cli('score-ranking');
  const { openLocalEmbedder } = await import('../../packages/retrieval/dist/index.js');
  const local = await openLocalEmbedder();
  const embedder = cachedEmbedder({ embedder: local, folder: join(tmpdir(), 'ibid-eval-vectors') });
  const store = await openStore(embedder);
  const figures = {};
  try {
    // Sets of questions over the same passages have one owner.
    const corpora = new Map();
    for (const set of folders.flatMap(loadDatasets))
      corpora.set(set.passages, [...(corpora.get(set.passages) ?? []), set]);
    const built = [];
    for (const [passages, sets] of corpora) {
      const owner = ownerOf(built.length);
      const { knowledge } = store;
      const base = await buildEvalBase({ knowledge, embedder, passages, log, access: accessOf(owner) });
      built.push({ owner, base, sets });
      log(`${sets.map((set) => set.name).join(', ')}: ${passages.length} passages indexed`);
    }
    for (const { owner, base, sets } of built)
      for (const set of sets)
        for (const mode of MODES) {
          const scores = async (viewer) => {
            const each = [];
            for (const query of set.queries) {
              const hits = await store.knowledge.reader.search({
                viewer,
                query: query.text,
                mode,
                topK: 20,
                knowledgeBaseIds: [base.bases.get(query.group) ?? ''],
              });
              const ranking = hits.map((hit) => base.passages.get(hit.id) ?? '');
              each.push(scoreRanking({ ranking, relevant: query.relevant }));
            }
            return meanScores(each);
          };
          const three = ({ 'R@5': five, 'R@10': ten, 'nDCG@10': gain }) => [five, ten, gain].map(round);
          const label = `${set.name} ${mode}`;
          figures[label] = {
            countedOverAll: three(await scores(ALL)),
            countedOverOwn: three(await scores(owner)),
          };
          log(`  ${label}, R@5, R@10, nDCG@10: ${JSON.stringify(figures[label])}`);
        }
  } finally {
    await store.close();
    await local.close?.();
  }
  return figures;
}

export async function measureOwners({ log, args }) {
  const sizes = args.filter((argument) => /^\d+$/.test(argument)).map(Number);
  const folders = args.filter((argument) => !/^\d+$/.test(argument));
  const cpu = {};
  for (const size of sizes) cpu[size] = await measureCpu({ size, log });
  const quality = folders.length > 0 ? await measureQuality({ folders, log }) : {};
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
