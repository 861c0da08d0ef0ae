// Scale-out: search on PostgreSQL as the data grows, what parts of their own do for large knowledge bases, and turns
// through one server and through three. `npm run bench -- scale 20000 100000` for sizes of one's own; without a machine
// for a million, leave it out. Vectors and words are synthetic (see _scale-corpus.mjs).
import { startServices } from '../../scripts/services.mjs';
import { partitionLargeBases } from '../../packages/store/dist/knowledge/postgres/partition-large-bases.js';
import { openFilled } from './_scale-database.mjs';
import { bytesPerChunk, compareWithCertain, timeSearches } from './_scale-search.mjs';
import { measureTurns } from './_scale-turns.mjs';

const SIZES = [10_000, 100_000, 1_000_000];
/** As in the product; of the corpus, Half and Third of a million have more, and nothing of a hundred thousand. */
const PARTITIONS_FROM = 100_000;
/** Where the effect of parts is shown: at this size before and after. */
const COMPARED_SIZE = 100_000;
const COMPARED_FROM = 30_000;
const QUERIES = 100;

export async function run({ log, args }) {
  const sizes = args.length > 0 ? args.map(Number) : SIZES;
  const services = await startServices({ log });
  const { environment } = services;
  const search = {};
  let partitioned = null;
  const turns = {};
  try {
    log('turns');
    for (const serverCount of [1, 3])
      turns[serverCount] = await measureTurns({ environment, serverCount, log });
    for (const size of sizes) {
      log(`${size} chunks`);
      const opened = await openFilled({
        server: environment.DATABASE_URL,
        size,
        queryCount: QUERIES,
        partitionsFrom: PARTITIONS_FROM,
        log,
      });
      try {
        const certain = await compareWithCertain(opened);
        log(`  ${JSON.stringify(certain)}`);
        search[size] = {
          ...(await timeSearches({ ...opened, log })),
          ...certain,
          ...opened.fill,
          bytesPerChunk: await bytesPerChunk(opened.database, size),
        };
        if (size === COMPARED_SIZE && process.env.IBID_BENCH_KEEP !== '1') {
          log('the same with a part of its own for each base of 30,000');
          await partitionLargeBases(opened.database.db, COMPARED_FROM);
          partitioned = {
            ...(await timeSearches({ ...opened, log })),
            ...(await compareWithCertain(opened)),
          };
        }
      } finally {
        await opened.close();
      }
    }
  } finally {
    await services.stop();
  }
  const last = search[sizes.at(-1)];
  const curve = sizes.map((size) => ({ chunks: size, hybridCpuMs: search[size].hybrid.cpuMs }));
  const perCore = turns[3].turnsPerSecondPerCore / turns[1].turnsPerSecondPerCore;
  const bars = [
    { name: 'recall-at-10', value: last.recallAt10, bar: '>= 0.95', ok: last.recallAt10 >= 0.95 },
    {
      name: 'bm25-agreement-at-10',
      value: last.bm25AgreementAt10,
      bar: '>= 0.9',
      ok: last.bm25AgreementAt10 >= 0.9,
    },
    {
      name: 'turns-per-core-of-three-servers-over-one',
      value: Number(perCore.toFixed(2)),
      bar: '>= 0.8',
      ok: perCore >= 0.8,
    },
  ];
  return { figures: { turns, search, partitionedAt100000: partitioned, curve }, peers: {}, bars };
}
