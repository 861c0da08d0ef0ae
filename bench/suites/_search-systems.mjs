// Each system behind the same few calls: build, reopen, and search in four ways. `search` returns chunk numbers.
import { existsSync, mkdirSync, readFileSync, statSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchItem } from './_bench-item.mjs';
import { DIMENSIONS } from './_search-corpus.mjs';

export function folderBytes(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? folderBytes(path) : statSync(path).size);
  }, 0);
}

function fuse(lists, k) {
  const scores = new Map();
  for (const list of lists)
    list.forEach((id, place) => scores.set(id, (scores.get(id) ?? 0) + 1 / (61 + place)));
  return [...scores]
    .sort((left, right) => right[1] - left[1])
    .slice(0, k)
    .map(([id]) => id);
}

export const systems = {
  async ibid(folder) {
    const { openDatabase, openKnowledge } = await import('../../packages/store/dist/internal.js');
    const vectors = new Map();
    const embedder = {
      id: 'bench',
      dimensions: DIMENSIONS,
      maxTokens: 512,
      languages: null,
      embed: async (texts) => texts.map((text) => vectors.get(text)),
    };
    const viewer = { userId: 'bench', roles: [], isAdministrator: false };
    const access = { visibility: 'public', ownerId: 'bench', sharedWithUsers: [], sharedWithRoles: [] };
    let database;
    let knowledge;
    let numbers = new Map();
    const open = async () => {
      database = await openDatabase({ folder });
      knowledge = await openKnowledge({ database, embedder });
    };
    return {
      async build({ chunks, chunksPerItem }) {
        await open();
        const base = await knowledge.bases.create({ name: 'bench', access });
        for (let start = 0; start < chunks.length; start += chunksPerItem) {
          const parts = chunks.slice(start, start + chunksPerItem);
          await knowledge.writer.putItem(
            benchItem({
              knowledgeBaseId: base.id,
              title: parts[0].title,
              name: `${parts[0].item}`,
              metadata: { category: parts[0].category },
              texts: parts.map((part) => part.text),
              vectors: parts.map((part) => part.vector),
            }),
          );
        }
      },
      async reopen() {
        await knowledge?.close();
        await database?.close();
        const started = performance.now();
        await open();
        const opened = performance.now() - started;
        await knowledge.reader.listKnowledgeBases(viewer);
        return opened;
      },
      async search(mode, query, k, category) {
        vectors.set(query.text, query.vector);
        const hits = await knowledge.reader.search({
          viewer,
          query: query.text,
          mode,
          topK: k,
          ...(category === undefined ? {} : { filter: { metadata: { category } } }),
        });
        return hits.map((hit) => Number(numbers.get(hit.itemName) ?? hit.itemName) * 10 + hit.ordinal);
      },
    };
  },

  async lancedb(folder) {
    const lancedb = await import('@lancedb/lancedb');
    let table;
    let reranker;
    const open = async () => {
      const db = await lancedb.connect(folder);
      table = await db.openTable('chunks');
      reranker = await lancedb.rerankers.RRFReranker.create();
    };
    return {
      async build({ chunks }) {
        const db = await lancedb.connect(folder);
        const rows = (part) =>
          part.map(({ id, title, text, category, vector }) => ({
            id,
            text: `${title} ${text}`,
            category,
            vector: Array.from(vector),
          }));
        table = await db.createTable('chunks', rows(chunks.slice(0, 5000)));
        for (let start = 5000; start < chunks.length; start += 5000)
          await table.add(rows(chunks.slice(start, start + 5000)));
        await table.createIndex('text', { config: lancedb.Index.fts({ withPosition: false }) });
        await table.createIndex('category', { config: lancedb.Index.btree() });
        await table.createIndex('vector', {
          config: lancedb.Index.hnswSq({ distanceType: 'cosine', numPartitions: 1 }),
        });
        await table.optimize();
        await open();
      },
      async reopen() {
        const started = performance.now();
        await open();
        return performance.now() - started;
      },
      async search(mode, query, k, category) {
        let request = table.query();
        if (mode !== 'semantic') request = request.fullTextSearch(query.text, { columns: ['text'] });
        if (mode !== 'keyword') {
          // The settings with which its vector recall reaches .98 here.
          request = request.nearestTo(query.vector).distanceType('cosine').ef(200).refineFactor(4);
          if (mode === 'hybrid') request = request.rerank(reranker);
        }
        if (category !== undefined) request = request.where(`category = ${category}`);
        const rows = await request.select(['id', 'text']).limit(k).toArray();
        return rows.map((row) => Number(row.id)).slice(0, k);
      },
    };
  },

  async 'sqlite-vec'(folder) {
    const { DatabaseSync } = await import('@photostructure/sqlite');
    const sqliteVec = await import('sqlite-vec');
    let db;
    let keyword;
    let semantic;
    let keywordIn;
    let semanticIn;
    const open = () => {
      mkdirSync(folder, { recursive: true });
      db = new DatabaseSync(join(folder, 'peer.db'), { allowExtension: true });
      db.enableLoadExtension?.(true);
      sqliteVec.load(db);
      db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -64000');
    };
    const prepare = () => {
      keyword = db.prepare('select rowid as id from words where words match ? order by rank limit ?');
      keywordIn = db.prepare(
        'select w.rowid as id from words w join chunks c on c.id = w.rowid where words match ? and c.category = ? order by w.rank limit ?',
      );
      semantic = db.prepare('select rowid as id from vectors where vector match ? and k = ?');
      semanticIn = db.prepare(
        'select rowid as id from vectors where vector match ? and k = ? and category = ?',
      );
    };
    const bytes = (vector) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
    return {
      async build({ chunks }) {
        open();
        db.exec(`create table chunks (id integer primary key, text text, category integer);
          create index chunks_category on chunks (category);
          create virtual table words using fts5 (text, content='', tokenize='porter unicode61');
          create virtual table vectors using vec0 (vector float[${DIMENSIONS}] distance_metric=cosine, category integer)`);
        const chunk = db.prepare('insert into chunks values (?, ?, ?)');
        const word = db.prepare('insert into words (rowid, text) values (?, ?)');
        const vector = db.prepare('insert into vectors (rowid, vector, category) values (?, ?, ?)');
        for (let start = 0; start < chunks.length; start += 1000) {
          db.exec('begin');
          for (const part of chunks.slice(start, start + 1000)) {
            chunk.run(part.id, part.text, part.category);
            word.run(part.id, `${part.title} ${part.text}`);
            vector.run(BigInt(part.id), bytes(part.vector), BigInt(part.category));
          }
          db.exec('commit');
        }
        prepare();
      },
      async reopen() {
        db.close();
        const started = performance.now();
        open();
        prepare();
        return performance.now() - started;
      },
      async search(mode, query, k, category) {
        const match = query.text
          .split(' ')
          .map((word) => `"${word}"`)
          .join(' OR ');
        const depth = mode === 'hybrid' ? 50 : k;
        const words = () =>
          (category === undefined ? keyword.all(match, depth) : keywordIn.all(match, category, depth)).map(
            (row) => row.id,
          );
        const near = () =>
          (category === undefined
            ? semantic.all(bytes(query.vector), depth)
            : semanticIn.all(bytes(query.vector), depth, category)
          ).map((row) => row.id);
        if (mode === 'keyword') return words();
        if (mode === 'semantic') return near();
        return fuse([words(), near()], k);
      },
    };
  },

  async orama(folder) {
    const orama = await import('@orama/orama');
    let db;
    const create = () =>
      orama.create({ schema: { text: 'string', category: 'number', vector: `vector[${DIMENSIONS}]` } });
    return {
      async build({ chunks }) {
        db = create();
        for (const part of chunks)
          await orama.insert(db, {
            id: `${part.id}`,
            text: `${part.title} ${part.text}`,
            category: part.category,
            vector: Array.from(part.vector),
          });
        mkdirSync(folder, { recursive: true });
        if (chunks.length <= 10_000)
          writeFileSync(join(folder, 'orama.json'), JSON.stringify(orama.save(db)));
      },
      async reopen() {
        if (!existsSync(join(folder, 'orama.json'))) return null;
        const started = performance.now();
        db = create();
        orama.load(db, JSON.parse(readFileSync(join(folder, 'orama.json'), 'utf8')));
        return performance.now() - started;
      },
      async search(mode, query, k, category) {
        const where = category === undefined ? {} : { where: { category: { eq: category } } };
        const vector = { value: Array.from(query.vector), property: 'vector' };
        const options = {
          keyword: { mode: 'fulltext', term: query.text, threshold: 1 },
          semantic: { mode: 'vector', vector, similarity: 0 },
          hybrid: { mode: 'hybrid', term: query.text, threshold: 1, vector, similarity: 0 },
        }[mode];
        const found = await orama.search(db, { ...options, ...where, limit: k });
        return found.hits.map((hit) => Number(hit.id));
      },
    };
  },

  async minisearch(folder) {
    const { default: MiniSearch } = await import('minisearch');
    const options = { fields: ['text'], storeFields: ['category'] };
    let index;
    return {
      modes: ['keyword'],
      async build({ chunks }) {
        index = new MiniSearch(options);
        for (const part of chunks)
          index.add({ id: part.id, text: `${part.title} ${part.text}`, category: part.category });
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'minisearch.json'), JSON.stringify(index));
      },
      async reopen() {
        const text = readFileSync(join(folder, 'minisearch.json'), 'utf8');
        const started = performance.now();
        index = MiniSearch.loadJSON(text, options);
        return performance.now() - started;
      },
      async search(_mode, query, k, category) {
        const found = index.search(
          query.text,
          category === undefined ? {} : { filter: (hit) => hit.category === category },
        );
        return found.slice(0, k).map((hit) => hit.id);
      },
    };
  },
};
