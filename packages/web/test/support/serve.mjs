// The built server in a process of its own, as people run it, with the scripted model. Prints its addresses as one
// line of JSON and ends when its standard input does.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from '@ibid/server';
import { testModel } from './test-model.mjs';

const {
  mode = 'local',
  environment = {},
  embedder = 'none',
  hasModel = true,
} = JSON.parse(process.argv[2] ?? '{}');
const dataFolder = await mkdtemp(join(tmpdir(), 'ibid-page-'));
const server = await createServer({
  dataFolder,
  port: 0,
  mode,
  logLevel: 'silent',
  environment,
  embedder,
  models: (hasModel
    ? [
        ['test', 'Test model', 128_000],
        ['small', 'Small window', 6_000],
      ]
    : []
  ).map(([id, name, contextWindow]) => ({
    id,
    name,
    model: testModel({ tokenMilliseconds: 2 }),
    isLanguageModel: true,
    profile: { contextWindow, maxOutputTokens: contextWindow / 16 },
  })),
  closePatienceMilliseconds: 0,
});
process.stdin.resume();
process.stdin.on('end', async () => {
  await server.close();
  await rm(dataFolder, { recursive: true, force: true });
  process.exit(0);
});
console.log(JSON.stringify(await server.listen()));
