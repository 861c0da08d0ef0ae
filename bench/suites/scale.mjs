// Search on PostgreSQL as the data grows. `npm run bench -- scale 20000 100000` for sizes of one's own.
import { startServices } from '../../scripts/services.mjs';
import { measure } from './_scale-postgres.mjs';

export async function run({ log, args }) {
  const sizes = args.length > 0 ? args.map(Number) : [10_000, 100_000];
  const services = await startServices({ log });
  const figures = {};
  try {
    for (const size of sizes) {
      log(`${size} chunks`);
      figures[size] = await measure({
        server: services.environment.DATABASE_URL,
        size,
        queryCount: 100,
        log,
      });
    }
  } finally {
    await services.stop();
  }
  const last = figures[sizes.at(-1)];
  const bars = [
    { name: 'recall-at-10', value: last.recallAt10, bar: '>= 0.95', ok: last.recallAt10 >= 0.95 },
    {
      name: 'bm25-agreement-at-10',
      value: last.bm25AgreementAt10,
      bar: '>= 0.9',
      ok: last.bm25AgreementAt10 >= 0.9,
    },
  ];
  return { figures, peers: {}, bars };
}
