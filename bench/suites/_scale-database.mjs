// A database of the scale suite: filled once, and with IBID_BENCH_KEEP=1 kept for the next run, together with the
// measurements taken while filling it.
import { sql } from '../../node_modules/kysely/dist/esm/index.js';
import pg from '../../node_modules/pg/esm/index.mjs';
import { openDatabase, openKnowledge } from '../../packages/store/dist/internal.js';
import { partitionLargeBases } from '../../packages/store/dist/knowledge/postgres/partition-large-bases.js';
import { BASES, DIMENSIONS } from './_scale-corpus.mjs';
import { EMBEDDER_ID, fill, makeIndexes } from './_scale-fill.mjs';

const EVERYONE = { visibility: 'public', ownerId: 'bench', sharedWithUsers: [], sharedWithRoles: [] };

async function onServer(url, statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

/** As in the product. Of a million chunks, three bases of the corpus have as many; of a hundred thousand, none. */
const PARTITIONS_FROM = 100_000;

/** `partitionsFrom`: bases of at least this many chunks get their own partition before the indexes are built. */
export async function openFilled({ server, size, queryCount, partitionsFrom = PARTITIONS_FROM, log }) {
  const keep = process.env.IBID_BENCH_KEEP === '1';
  const suffix = partitionsFrom === PARTITIONS_FROM ? '' : `_from_${partitionsFrom}`;
  const name = `ibid_bench_${keep ? 'scale' : process.pid}_${size}${suffix}`;
  const known = await onServer(server, `select 1 from pg_database where datname = '${name}'`);
  if (known.length === 0) await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href });
  const vectors = new Map();
  const embedder = {
    id: EMBEDDER_ID,
    dimensions: DIMENSIONS,
    maxTokens: 512,
    languages: null,
    embed: async (texts) => texts.map((text) => vectors.get(text)),
  };
  const knowledge = await openKnowledge({ database, embedder });
  const close = async () => {
    await knowledge.close();
    await database.close();
    if (!keep) await onServer(server, `drop database if exists ${name} with (force)`);
  };
  try {
    const { db } = database;
    await sql`create table if not exists bench_state (queries text not null, fill text not null)`.execute(db);
    let [state] = (await sql`select queries, fill from bench_state`.execute(db)).rows;
    if (!state) {
      for (const { name: title } of BASES) await knowledge.bases.create({ name: title, access: EVERYONE });
      const bases = await db
        .selectFrom('knowledge_bases')
        .select(['row', 'access_row'])
        .orderBy('row')
        .execute();
      const started = performance.now();
      const queries = await fill({ db, bases, size, queryCount, log });
      const filled = performance.now();
      await partitionLargeBases(db, partitionsFrom);
      await makeIndexes({ db, log });
      const seconds = (from, to) => Math.round((to - from) / 1000);
      state = {
        queries: JSON.stringify(queries),
        fill: JSON.stringify({
          fillSeconds: seconds(started, filled),
          indexSeconds: seconds(filled, performance.now()),
        }),
      };
      await sql`insert into bench_state (queries, fill) values (${state.queries}, ${state.fill})`.execute(db);
    }
    const queries = JSON.parse(state.queries);
    for (const query of queries) {
      query.vector = Float32Array.from(query.vector);
      vectors.set(query.text, query.vector);
    }
    const { rows: bases } = await sql`select row, id, name from knowledge_bases order by row`.execute(db);
    return { database, knowledge, embedder, bases, queries, fill: JSON.parse(state.fill), close };
  } catch (error) {
    await close();
    throw error;
  }
}
