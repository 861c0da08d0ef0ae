// One checkout of Ibid: fills a database with the corpus and measures the cost of searches.
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { benchItem } from './_bench-item.mjs';
import { DIMENSIONS, readCorpus } from './_search-corpus.mjs';

const [, , checkout, corpusFolder, holds] = process.argv;
const OWNERS = 5;
const QUERIES = 40;
const LEAST_LETTERS = 6;
const ownerOf = (number) => ({ userId: `owner-${number}`, roles: [], isAdministrator: false });
const VIEWERS = {
  everything: { userId: 'all', roles: [], isAdministrator: false, bases: [0, 1, 2, 3, 4] },
  threeFifths: { ...ownerOf(1), bases: [1, 2, 3] },
  aFifth: { ...ownerOf(0), bases: [0] },
};

const entrance = ['internal', 'index']
  .map((name) => join(checkout, `packages/store/dist/${name}.js`))
  .find((path) => existsSync(path));
const { openDatabase, openKnowledge } = await import(entrance);
const corpus = readCorpus(corpusFolder);
const known = new Set(corpus.chunks.flatMap(({ text, title }) => [...text.split(' '), ...title.split(' ')]));
const vectors = new Map(corpus.queries.map((query) => [query.text, query.vector]));
/** Maps mistyped queries to the original ones: for the vectors, both are the same. */
const meant = new Map();
const embedder = {
  id: 'bench',
  dimensions: DIMENSIONS,
  maxTokens: 512,
  languages: null,
  embed: async (texts) => texts.map((text) => vectors.get(meant.get(text) ?? text)),
};
const server = process.env.IBID_BENCH_DATABASE;
const { createScratchDatabase } = await import(join(checkout, 'packages/store/dist/database/index.js'));
const scratch = server ? await createScratchDatabase({ server, prefix: 'ibid_bench' }) : null;
// A folder next to the corpus, so it is deleted with it even if this process is killed.
const database = await openDatabase(
  scratch ? { url: scratch.url } : { folder: mkdtempSync(join(corpusFolder, 'checkout-')) },
);
const knowledge = await openKnowledge({ database, embedder });

async function fill() {
  const bases = [];
  for (let number = 0; number < OWNERS; number += 1) {
    const sharedWith = number === 2 || number === 3 ? [ownerOf(1).userId] : [];
    const access = {
      visibility: 'shared',
      ownerId: ownerOf(number).userId,
      sharedWithUsers: [VIEWERS.everything.userId, ...sharedWith],
      sharedWithRoles: [],
    };
    bases.push(await knowledge.bases.create({ name: `Base ${number}`, access }));
  }
  const { chunks, chunksPerItem } = corpus;
  let written = 0;
  for (let start = 0; start < chunks.length; start += chunksPerItem) {
    const parts = chunks.slice(start, start + chunksPerItem);
    const { item, title } = parts[0];
    if (holds === 'only-seen' && !VIEWERS.threeFifths.bases.includes(item % OWNERS)) continue;
    written += parts.length;
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
  return { chunks: written };
}

/** Milliseconds of CPU so far, of this process and of the PostgreSQL processes that serve it. */
async function cpu() {
  const { user, system } = process.cpuUsage();
  let milliseconds = (user + system) / 1000;
  if (!scratch) return milliseconds;
  const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()`.execute(
    database.db,
  );
  for (const { pid } of rows) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    milliseconds += (Number(fields[11]) + Number(fields[12])) * 10;
  }
  return milliseconds;
}

/** Swaps two neighbouring letters of one word: another word and position in each round. */
function mistyped(text, number) {
  const words = text.split(' ');
  for (let step = 0; step < words.length * 8; step += 1) {
    const at = (number + step) % words.length;
    const word = words[at];
    if (word.length < LEAST_LETTERS) continue;
    const place = 1 + ((number + Math.floor(step / words.length)) % (word.length - 3));
    const typed = word.slice(0, place) + word[place + 1] + word[place] + word.slice(place + 2);
    if (typed !== word && !known.has(typed)) return words.with(at, typed).join(' ');
  }
  return text;
}

async function search({ viewer: name, words, mode, number }) {
  const { bases, ...viewer } = VIEWERS[name];
  // Mostly words that the viewer has: one that occurs nowhere for them is treated as mistyped, which costs more.
  const queries = corpus.queries
    .filter(({ category }) => words === 'anybody' || bases.includes(category % OWNERS))
    .slice(0, QUERIES);
  const texts = queries.map(({ text }) => {
    const typed = words === 'mistyped' ? mistyped(text, number) : text;
    meant.set(typed, text);
    return typed;
  });
  const found = [];
  const begun = await cpu();
  for (const query of texts) found.push(await knowledge.reader.search({ viewer, query, mode, topK: 10 }));
  return {
    cpuMs: ((await cpu()) - begun) / texts.length,
    // For comparing results: the titles, and the number of corrected words.
    titles: found.map((hits) => hits.map(({ itemName, ordinal }) => `${itemName}.${ordinal}`).join(' ')),
    corrected: found.flat().filter((hit) => hit.corrected).length,
  };
}

async function end() {
  await knowledge.close();
  await database.close();
  await scratch?.drop();
  return {};
}

process.on('message', async (request) => {
  process.send(request.fill ? await fill() : request.end ? await end() : await search(request));
});
