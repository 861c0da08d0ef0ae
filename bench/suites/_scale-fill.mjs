// Fills a database for the scale suite: bulk inserts that bypass the writer, with the indexes built at the end. This is
// not how Ibid ingests documents (`npm run bench -- ingest` measures that), but it creates a million chunks in minutes.
import { CompiledQuery, sql } from '../../node_modules/kysely/dist/esm/index.js';
import { analyseText } from '../../packages/retrieval/dist/internal.js';
import { toLexemes } from '../../packages/store/dist/knowledge/postgres/lexemes.js';
import { wordWeights } from '../../packages/store/dist/knowledge/sqlite/word-weights.js';
import { CHUNKS_PER_ITEM, DIMENSIONS, QuerySampler, makeChunks, vocabulary } from './_scale-corpus.mjs';

const BATCH = 2_000;
export const EMBEDDER_ID = 'bench';

const raw = (db, statement) => db.executeQuery(CompiledQuery.raw(statement, []));

/** Returns the questions to ask. `bases` are rows of knowledge_bases, in the order of the corpus. */
export async function fill({ db, bases, size, queryCount, log }) {
  const sampler = new QuerySampler(size, queryCount);
  const tokens = vocabulary.map((word) => analyseText({ text: word, language: null })[0] ?? word);
  const counts = new Map();
  let lengths = 0;
  const started = performance.now();
  await raw(db, 'drop index if exists all_search_words_words');
  let part = [];
  let row = 1;
  const write = async () => {
    const chunks = part;
    part = [];
    const first = row;
    row += chunks.length;
    const items = chunks.filter((chunk, place) => place % CHUNKS_PER_ITEM === 0);
    const rows = chunks.map((_, place) => first + place);
    const accesses = chunks.map((chunk) => bases[chunk.base].access_row);
    const baseRows = chunks.map((chunk) => bases[chunk.base].row);
    const itemRows = chunks.map((chunk) => chunk.item + 1);
    const written = chunks.map((chunk) => {
      const { weights, length } = wordWeights({ heading: [], body: chunk.words.map((word) => tokens[word]) });
      lengths += length;
      for (const word of weights.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
      return { length, lexemes: toLexemes(weights, new Set(weights.keys())) };
    });
    await db.transaction().execute(async (transaction) => {
      // Without the constraints and triggers of each row: the data is already consistent.
      await raw(transaction, 'set local session_replication_role = replica');
      await sql`insert into items (row, id, base_row, access_row, own_access, title, name, name_key, external_id,
          media_type, metadata, content_hash, pipeline, characters, chunk_count, tokens, created_at, updated_at)
        select row, 'item-' || row, base_row, access_row, 0, 'Item ' || row, 'Item ' || row, 'item ' || row,
          'item-' || row, 'text/plain', '{}', 'item-' || row, 'bench', 0, ${CHUNKS_PER_ITEM}, 0, '', ''
        from unnest(${items.map((item) => item.item + 1)}::bigint[],
          ${items.map((item) => bases[item.base].row)}::bigint[],
          ${items.map((item) => bases[item.base].access_row)}::bigint[]) as t (row, base_row, access_row)`.execute(
        transaction,
      );
      await sql`insert into chunks (row, item_row, ordinal, text, heading_path, span_start, span_end, tokens)
        select row, item_row, row % ${CHUNKS_PER_ITEM}, text, '[]', 0, 0, 0
        from unnest(${rows}::bigint[], ${itemRows}::bigint[],
          ${chunks.map((chunk) => chunk.words.map((word) => vocabulary[word]).join(' '))}::text[])
          as t (row, item_row, text)`.execute(transaction);
      await sql`insert into search_words (chunk_row, item_row, base_row, access_row, length, words)
        select chunk_row, item_row, base_row, access_row, length, words::tsvector
        from unnest(${rows}::bigint[], ${itemRows}::bigint[], ${baseRows}::bigint[], ${accesses}::bigint[],
          ${written.map((one) => one.length)}::integer[], ${written.map((one) => one.lexemes)}::text[])
          as t (chunk_row, item_row, base_row, access_row, length, words)`.execute(transaction);
      await sql`insert into search_vectors (chunk_row, item_row, base_row, access_row, embedder_id, vector)
        select chunk_row, item_row, base_row, access_row, ${EMBEDDER_ID}, vector::halfvec
        from unnest(${rows}::bigint[], ${itemRows}::bigint[], ${baseRows}::bigint[], ${accesses}::bigint[],
          ${chunks.map((chunk) => `[${chunk.vector.join(',')}]`)}::text[])
          as t (chunk_row, item_row, base_row, access_row, vector)`.execute(transaction);
    });
    if ((row - 1) % (BATCH * 20) === 0)
      log(`  ${row - 1} chunks, ${((row / (performance.now() - started)) * 1000).toFixed(0)} a second`);
  };
  // Writes one batch while the next one is generated.
  let writing = Promise.resolve();
  for (const chunk of makeChunks(size)) {
    sampler.see(chunk);
    part.push(chunk);
    if (part.length < BATCH) continue;
    await writing;
    writing = write();
  }
  await writing;
  if (part.length > 0) await write();
  await sql`insert into search_terms (word, chunks, length)
    select word, chunks, 0 from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::bigint[]) as t (word, chunks)
    union all select '', ${size}::bigint, ${lengths}::bigint`.execute(db);
  for (const table of ['items', 'chunks'])
    await raw(
      db,
      `select setval(pg_get_serial_sequence('${table}', 'row'), (select max(row) from ${table}))`,
    );
  return sampler.queries;
}

/** Builds all indexes at the end, as after a restore: in bulk, with enough memory. */
export async function makeIndexes({ db, log }) {
  await db.transaction().execute(async (transaction) => {
    await raw(transaction, 'set local statement_timeout = 0');
    await raw(transaction, "set local maintenance_work_mem = '2GB'");
    await raw(transaction, 'set local max_parallel_maintenance_workers = 1');
    log('  building the index of words');
    await raw(
      transaction,
      'create index if not exists all_search_words_words on all_search_words using gin (base_row, words)',
    );
    log('  building the index of vectors');
    await raw(
      transaction,
      `create index if not exists all_search_vectors_bench on all_search_vectors
         using hnsw ((vector::halfvec(${DIMENSIONS})) halfvec_cosine_ops) where embedder_id = '${EMBEDDER_ID}'`,
    );
  });
  await raw(db, 'vacuum analyze');
}
