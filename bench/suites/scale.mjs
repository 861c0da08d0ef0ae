// Scale-out: search on PostgreSQL as the data grows, the effect of partitions for large knowledge bases, and turns
// through one server and through three. `npm run bench -- scale 20000 100000` sets the sizes; leave out a million if
// the machine cannot handle it. IBID_BENCH_KEEP=1 keeps the filled databases for the next run. Vectors and words are
// synthetic (see _scale-corpus.mjs).
import { startServices } from '../../scripts/services.mjs';
import { openFilled } from './_scale-database.mjs';
import { bytesPerChunk, compareWithCertain, timeSearches } from './_scale-search.mjs';
import { measureTurns } from './_scale-turns.mjs';

const SIZES = [10_000, 100_000, 1_000_000];
/** Shows the effect of partitions: the same chunks, with a partition for each base of this size. */
const WITH_PARTS = { size: 100_000, partitionsFrom: 30_000 };
const QUERIES = 100;
/** An exhaustive search takes seconds on large data. */
const comparedAt = (size) => (size > 200_000 ? 20 : 40);

export async function run({ log, args }) {
  const sizes = args.length > 0 ? args.map(Number) : SIZES;
  const services = await startServices({ log });
  const { environment } = services;
  const search = {};
  let withParts = null;
  const turns = {};
  const measure = async (filled) => {
    const { size } = filled;
    log(`${size} chunks${filled.partitionsFrom ? `, a part for each base of ${filled.partitionsFrom}` : ''}`);
    const opened = await openFilled({
      server: environment.DATABASE_URL,
      queryCount: QUERIES,
      log,
      ...filled,
    });
    try {
      const times = await timeSearches({ ...opened, log });
      const certain = await compareWithCertain({ ...opened, compared: comparedAt(size) });
      log(`  ${JSON.stringify(certain)}`);
      const bytes = await bytesPerChunk(opened.database, size);
      return { ...times, ...certain, ...opened.fill, bytesPerChunk: bytes };
    } finally {
      await opened.close();
    }
  };
  try {
    log('turns');
    for (const serverCount of [1, 3])
      turns[serverCount] = await measureTurns({ environment, serverCount, log });
    for (const size of sizes) {
      search[size] = await measure({ size });
      if (size === WITH_PARTS.size) withParts = await measure(WITH_PARTS);
    }
  } finally {
    await services.stop();
  }
  const last = search[sizes.at(-1)];
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
  return { figures: { turns, search, withPartsAt100000: withParts }, peers: {}, bars };
}
