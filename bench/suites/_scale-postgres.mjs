// Search on PostgreSQL at one size: fills a database of its own, asks, and compares with what an exhaustive search
// finds. Rows go in by the hundred, past the writer, because links and versions are not what is measured here.
import { readFileSync } from 'node:fs';
import { CompiledQuery, sql } from '../../node_modules/kysely/dist/esm/index.js';
import pg from '../../node_modules/pg/esm/index.mjs';
import { analyseQuery, analyseText } from '../../packages/retrieval/dist/index.js';
import { openDatabase, openKnowledge } from '../../packages/store/dist/index.js';
import { PostgresSearchIndex } from '../../packages/store/dist/knowledge/postgres/postgres-search-index.js';
import { DIMENSIONS, makeCorpus } from './_search-corpus.mjs';

const EVERYONE = { visibility: 'public', ownerId: 'bench', sharedWithUsers: [], sharedWithRoles: [] };
const VIEWER = { userId: 'bench', roles: [], isAdministrator: false };
const BATCH = 500;

function percentile(values, share) {
  const sorted = values.toSorted((left, right) => left - right);
  return Number(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(2));
}

async function onServer(url, statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function fill({ database, index, chunks, log }) {
  const { db } = database;
  const rows = (name) => db.selectFrom(name).select(['row', 'access_row']).orderBy('row').execute();
  const [most, few] = await rows('knowledge_bases');
  const started = performance.now();
  for (let start = 0; start < chunks.length; start += BATCH) {
    const part = chunks.slice(start, start + BATCH);
    await db.transaction().execute(async (transaction) => {
      const items = [];
      for (const [place, chunk] of part.entries()) {
        if (place > 0 && chunk.item === part[place - 1].item) continue;
        items.push({
          id: `item-${start}-${place}`,
          base: chunk.item % 100 === 0 ? few : most,
          title: `Item ${chunk.item}`,
        });
      }
      const insertedItems = await transaction
        .insertInto('items')
        .values(
          items.map((item) => ({
            id: item.id,
            base_row: item.base.row,
            access_row: item.base.access_row,
            own_access: 0,
            title: item.title,
            name: item.title,
            name_key: item.title.toLowerCase(),
            external_id: item.id,
            url: null,
            media_type: 'text/plain',
            language: null,
            metadata: '{}',
            content_hash: item.id,
            pipeline: 'bench',
            characters: 0,
            chunk_count: 10,
            tokens: 0,
            pages: null,
            created_at: '',
            updated_at: '',
          })),
        )
        .returning('row')
        .execute();
      let current = -1;
      const values = part.map((chunk, place) => {
        if (place === 0 || chunk.item !== part[place - 1].item) current += 1;
        return {
          item_row: insertedItems[current].row,
          ordinal: place,
          text: chunk.text,
          heading_path: '[]',
          page: null,
          span_start: 0,
          span_end: 0,
          tokens: 0,
          context: null,
        };
      });
      const inserted = await transaction.insertInto('chunks').values(values).returning('row').execute();
      await sql`insert into search_vectors (chunk_row, item_row, base_row, embedder_id, vector)
        select t.chunk_row, t.item_row, items.base_row, 'bench', t.vector::halfvec
        from unnest(${inserted.map((row) => row.row)}::bigint[], ${values.map((value) => value.item_row)}::bigint[],
          ${part.map((chunk) => `[${chunk.vector.join(',')}]`)}::text[]) as t (chunk_row, item_row, vector)
        join items on items.row = t.item_row`.execute(transaction);
      await index.addChunks(
        transaction,
        part.map((chunk, place) => ({
          chunkRow: inserted[place].row,
          itemRow: values[place].item_row,
          heading: [],
          body: analyseText({ text: chunk.text, language: null }),
        })),
      );
    });
    await index.settle();
    if ((start / BATCH) % 20 === 19)
      log(
        `  ${start + BATCH} chunks, ${((start + BATCH) / ((performance.now() - started) / 1000)).toFixed(0)} a second`,
      );
  }
  log('  building the index of vectors');
  await db.transaction().execute(async (transaction) => {
    for (const statement of [
      'set local statement_timeout = 0',
      "set local maintenance_work_mem = '1GB'",
      `create index search_vectors_bench on search_vectors
         using hnsw ((vector::halfvec(${DIMENSIONS})) halfvec_cosine_ops) where embedder_id = 'bench'`,
    ])
      await transaction.executeQuery(CompiledQuery.raw(statement, []));
  });
  await db.executeQuery(CompiledQuery.raw('vacuum analyze', []));
  return (chunks.length / (performance.now() - started)) * 1000;
}

/** Of the database's processes that serve us and of this one: what a query costs on a machine that others use too. */
async function cpuSeconds(database) {
  const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()`.execute(
    database.db,
  );
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

/** Top ten by each side, asked the slow and certain way. */
async function exhaustive({ database, index, query, vector }) {
  const terms = analyseQuery({ text: query, languages: [null] });
  const everything = { viewer: VIEWER };
  await sql`set hnsw.ef_search = 1000`.execute(database.db);
  const exact = await sql`select chunk_row from search_vectors
    order by (vector::halfvec(${sql.lit(DIMENSIONS)}) <=> ${`[${vector.join(',')}]`}::halfvec(${sql.lit(DIMENSIONS)})) + 0
    limit 10`.execute(database.db);
  await sql`set hnsw.ef_search = 200`.execute(database.db);
  return { terms, scope: everything, nearest: exact.rows.map((row) => row.chunk_row), index };
}

export async function measure({ server, size, queryCount, log }) {
  const name = `ibid_bench_${process.pid}_${size}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href });
  try {
    const corpus = makeCorpus(size, queryCount);
    const vectors = new Map(corpus.queries.map((query) => [query.text, query.vector]));
    const embedder = {
      id: 'bench',
      dimensions: DIMENSIONS,
      maxTokens: 512,
      languages: null,
      embed: async (texts) => texts.map((text) => vectors.get(text)),
    };
    const knowledge = await openKnowledge({ database, embedder });
    const index = new PostgresSearchIndex({ db: database.db, embedder: Promise.resolve(embedder) });
    const most = await knowledge.bases.create({ name: 'Most', access: EVERYONE });
    const few = await knowledge.bases.create({ name: 'One in a hundred', access: EVERYONE });
    const rowsPerSecond = await fill({ database, index, chunks: corpus.chunks, log });
    const figures = { chunks: size, rowsPerSecond: Math.round(rowsPerSecond) };
    const ask = (query, mode, knowledgeBaseIds) =>
      knowledge.reader.search({
        viewer: VIEWER,
        query: query.text,
        mode,
        topK: 10,
        ...(knowledgeBaseIds ? { knowledgeBaseIds } : {}),
      });
    const kinds = [
      ['keyword'],
      ['semantic'],
      ['hybrid'],
      ['hybrid', [few.id], 'hybridOnePercent'],
      ['hybrid', [most.id], 'hybridOneBase'],
    ];
    for (const [mode, bases, label = mode] of kinds) {
      for (const query of corpus.queries.slice(0, 10)) await ask(query, mode, bases);
      const times = [];
      const before = await cpuSeconds(database);
      for (const query of corpus.queries) {
        const begun = performance.now();
        await ask(query, mode, bases);
        times.push(performance.now() - begun);
      }
      const cpu = ((await cpuSeconds(database)) - before) / corpus.queries.length;
      figures[label] = {
        p50: percentile(times, 0.5),
        p95: percentile(times, 0.95),
        cpuMs: Number((cpu * 1000).toFixed(2)),
      };
      log(`  ${label}: ${JSON.stringify(figures[label])}`);
    }
    let found = 0;
    let agreed = 0;
    const compared = corpus.queries.slice(0, 40);
    for (const query of compared) {
      const { nearest } = await exhaustive({ database, index, query: query.text, vector: query.vector });
      const bySide = await index.find({
        terms: [],
        vector: query.vector,
        scope: { viewer: VIEWER },
        limit: 100,
      });
      const top = bySide.candidates
        .toSorted((left, right) => left.semanticRank - right.semanticRank)
        .slice(0, 10);
      found += top.filter((one) => nearest.includes(one.chunkRow)).length;
      const terms = analyseQuery({ text: query.text, languages: [null] });
      const capped = await index.find({ terms, vector: null, scope: { viewer: VIEWER }, limit: 10 });
      const whole = await sql`select w.chunk_row from search_words as w
        where w.words @@ ${terms.map((term) => `'${term.variants[0]}'`).join(' | ')}::tsquery`.execute(
        database.db,
      );
      agreed += await agreement({ database, terms, capped, rows: whole.rows.map((row) => row.chunk_row) });
    }
    figures.recallAt10 = Number((found / (compared.length * 10)).toFixed(3));
    figures.bm25AgreementAt10 = Number((agreed / compared.length).toFixed(3));
    const { rows } = await sql`select pg_database_size(current_database()) as bytes`.execute(database.db);
    figures.bytesPerChunk = Math.round(Number(rows[0].bytes) / size);
    return figures;
  } finally {
    await database.close();
    await onServer(server, `drop database if exists ${name} with (force)`);
  }
}

/** The share of the certain top ten, weighed over every chunk with any of the words, that the search found. */
async function agreement({ database, terms, capped, rows }) {
  const { readTermStatistics } =
    await import('../../packages/store/dist/knowledge/postgres/term-statistics.js');
  const { bm25Sql, weighTerms } = await import('../../packages/store/dist/knowledge/postgres/bm25-sql.js');
  const statistics = await readTermStatistics(
    database.db,
    terms.flatMap((term) => term.variants),
  );
  const weighed = weighTerms(terms, statistics);
  const { rows: best } =
    await sql`select w.chunk_row from search_words as w where w.chunk_row = any(${rows}::bigint[])
    order by ${bm25Sql(weighed, statistics.averageLength)} desc, w.chunk_row limit 10`.execute(database.db);
  const certain = best.map((row) => row.chunk_row);
  const found = capped.candidates.map((candidate) => candidate.chunkRow);
  return certain.length === 0 ? 1 : certain.filter((row) => found.includes(row)).length / certain.length;
}
