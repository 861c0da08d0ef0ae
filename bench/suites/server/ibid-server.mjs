import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createServer } from '../../../packages/server/lib/index.js';
import { fakeLanguageModel } from './fake-language-model.mjs';

const { dataFolder, models } = JSON.parse(process.argv[2]);
const server = await createServer({
  dataFolder,
  port: 0,
  embedder: 'none',
  logLevel: 'error',
  limits: { requestsPerMinute: 1e6, turnsPerMinute: 1e6 },
  models: Object.entries(models).map(([id, behaviour]) => ({
    id,
    name: id,
    model: fakeLanguageModel(behaviour),
    isLanguageModel: true,
    profile: { contextWindow: 100_000, maxOutputTokens: 4000 },
  })),
});
/** Event loop delay from one signal to the next; off while CPU is measured. */
let delays = null;
process.on('SIGUSR2', () => {
  if (delays)
    process.stdout.write(`${JSON.stringify({ max: delays.max / 1e6, p99: delays.percentile(99) / 1e6 })}\n`);
  delays = delays ? null : monitorEventLoopDelay({ resolution: 10 });
  delays?.enable();
});
process.on('SIGINT', () => void server.close().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify(await server.listen())}\n`);
