// Runs built servers in a separate process, as users do, with the scripted model. Each line of standard input is a
// request in JSON: to start one, answered with its addresses, or to close one. The process ends with its input.
import crypto from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PreparePool } from '@ibid/retrieval/internal';
import { createServer } from '@ibid/server';
import { shareReaders } from '../../../../scripts/shared-readers.mjs';
import { testModel } from './test-model.mjs';

shareReaders(PreparePool);

// A log-in takes a tenth of a second of CPU at the real cost. Tests that start the command or a server's process pay it.
const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 256 }, done);
syncBuiltinESMExports();

/** Functions that close each server, by address. */
const running = new Map();

async function start({ mode = 'local', environment = {}, embedder = 'none', hasModel = true }) {
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
  const addresses = await server.listen();
  running.set(addresses.url, async () => {
    await server.close();
    await rm(dataFolder, { recursive: true, force: true });
  });
  return addresses;
}

async function close(url) {
  const end = running.get(url);
  running.delete(url);
  await end?.();
}

async function answer({ id, ...request }) {
  try {
    const told = request.start ? await start(request.start) : await close(request.close);
    console.log(JSON.stringify({ id, ...told }));
  } catch (error) {
    console.log(JSON.stringify({ id, error: error.stack }));
  }
}

createInterface(process.stdin)
  .on('line', (line) => void answer(JSON.parse(line)))
  .on('close', async () => {
    await Promise.all([...running.keys()].map(close));
    process.exit(0);
  });
