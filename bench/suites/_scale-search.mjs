// The cost of a search on a filled database, and how close it comes to an exhaustive one.
import { readFileSync } from 'node:fs';
import { sql } from '../../node_modules/kysely/dist/esm/index.js';
import { analyseQuery } from '../../packages/retrieval/dist/internal.js';
import { bm25Sql, weighTerms } from '../../packages/store/dist/knowledge/postgres/bm25-sql.js';
import { PostgresSearchIndex } from '../../packages/store/dist/knowledge/postgres/postgres-search-index.js';
import { readTermStatistics } from '../../packages/store/dist/knowledge/postgres/term-statistics.js';
import { DIMENSIONS } from './_scale-corpus.mjs';

const VIEWER = { userId: 'bench', roles: [], isAdministrator: false };

function percentile(values, share) {
  const sorted = values.toSorted((left, right) => left - right);
  return Number(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(2));
}

/**
 * CPU time of this process and of the database processes that serve it: the cost of a query even on a shared machine.
 */
export async function cpuSeconds(db) {
  const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()`.execute(db);
  let ticks = 0;
  for (const { pid } of rows) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      return Number.NaN;
    }
  }
  const own = process.cpuUsage();
  return ticks / 100 + (own.user + own.system) / 1e6;
}

/** p50 and p95 in milliseconds, and CPU time, for each kind of search: over all bases, and in a base of each share. */
export async function timeSearches({ database, knowledge, bases, queries, log }) {
  const of = (name) => [bases.find((base) => base.name === name).id];
  const kinds = [
    ['keyword', 'keyword'],
    ['semantic', 'semantic'],
    ['hybrid', 'hybrid'],
    ['hybridHalf', 'hybrid', of('Half')],
    ['semanticThird', 'semantic', of('Third')],
    ['semanticTenth', 'semantic', of('Tenth')],
    ['hybridTenth', 'hybrid', of('Tenth')],
    ['hybridHundredth', 'hybrid', of('Hundredth')],
  ];
  const figures = {};
  for (const [label, mode, knowledgeBaseIds] of kinds) {
    const ask = (query) =>
      knowledge.reader.search({
        viewer: VIEWER,
        query: query.text,
        mode,
        topK: 10,
        ...(knowledgeBaseIds ? { knowledgeBaseIds } : {}),
      });
    for (const query of queries.slice(0, 10)) await ask(query);
    const times = [];
    const before = await cpuSeconds(database.db);
    for (const query of queries) {
      const begun = performance.now();
      await ask(query);
      times.push(performance.now() - begun);
    }
    const cpu = ((await cpuSeconds(database.db)) - before) / queries.length;
    figures[label] = {
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      cpuMs: Number((cpu * 1000).toFixed(2)),
    };
    log(`  ${label}: ${JSON.stringify(figures[label])}`);
  }
  return figures;
}

/**
 * The share of the true top ten that a search finds: for vectors, over everything and in a tenth; for words by BM25.
 */
export async function compareWithCertain({ database, embedder, bases, queries, compared }) {
  const { db } = database;
  const index = new PostgresSearchIndex({ db, embedder: Promise.resolve(embedder) });
  const tenth = bases.find((base) => base.name === 'Tenth');
  const sums = { recallAt10: 0, recallAt10InTenth: 0, bm25AgreementAt10: 0 };
  const asked = queries.slice(0, compared);
  for (const query of asked) {
    sums.recallAt10 += await recall({ db, index, query, base: null });
    sums.recallAt10InTenth += await recall({ db, index, query, base: tenth });
    sums.bm25AgreementAt10 += await agreement({ db, index, query });
  }
  return Object.fromEntries(
    Object.entries(sums).map(([name, sum]) => [name, Number((sum / asked.length).toFixed(3))]),
  );
}

async function recall({ db, index, query, base }) {
  const wanted = sql`${`[${query.vector.join(',')}]`}::halfvec(${sql.lit(DIMENSIONS)})`;
  const within = base ? sql`base_row = ${base.row}` : sql`true`;
  // Adding zero bypasses the index.
  const { rows } = await sql`select chunk_row from all_search_vectors where ${within}
    order by (vector::halfvec(${sql.lit(DIMENSIONS)}) <=> ${wanted}) + 0 limit 10`.execute(db);
  const scope = { viewer: VIEWER, ...(base ? { knowledgeBaseIds: [base.id] } : {}) };
  const { candidates } = await index.find({ terms: [], vector: query.vector, scope, limit: 100 });
  const top = candidates.toSorted((left, right) => left.semanticRank - right.semanticRank).slice(0, 10);
  return rows.filter((row) => top.some((one) => one.chunkRow === row.chunk_row)).length / rows.length;
}

async function agreement({ db, index, query }) {
  const terms = analyseQuery({ text: query.text, languages: [null] });
  const words = terms.flatMap((term) => term.variants);
  const statistics = await readTermStatistics(db, words, VIEWER);
  const any = words.map((word) => `'${word}'`).join(' | ');
  const { rows } = await sql`select w.chunk_row from all_search_words as w where w.words @@ ${any}::tsquery
    order by ${bm25Sql(weighTerms(terms, statistics), statistics.averageLength)} desc, w.chunk_row
    limit 10`.execute(db);
  const found = await index.find({ terms, vector: null, scope: { viewer: VIEWER }, limit: 10 });
  if (rows.length === 0) return 1;
  return (
    rows.filter((row) => found.candidates.some((one) => one.chunkRow === row.chunk_row)).length / rows.length
  );
}

/** Bytes on disk per chunk. */
export async function bytesPerChunk({ db }, size) {
  const { rows } = await sql`select sum(pg_total_relation_size(oid)) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  return Math.round(Number(rows[0].bytes) / size);
}
