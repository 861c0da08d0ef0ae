// The files that a piece of text, and a request, pass in a running server: `node scripts/ways.mjs [FOLDER]`, by default
// in this checkout, after `npm run build`. A file is on the path if each piece calls a function of it.
import { Session } from 'node:inspector/promises';
import { register } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [, , folder = fileURLToPath(new URL('..', import.meta.url))] = process.argv;
const packages = new URL('packages/', pathToFileURL(`${resolve(folder)}/`));
// Packages run from bundles; load the compiler's output instead, to see files.
register(
  `data:text/javascript,${encodeURIComponent(`
    const inside = /^@ibid\\/(core|client|retrieval|store|server)(?:\\/(.+))?$/u;
    const folders = { citations: 'entrances/citations', context: 'entrances/context', internal: 'internal' };
    export function resolve(name, context, next) {
      const [, owner, rest] = inside.exec(name) ?? [];
      if (!owner || rest === 'package.json' || rest?.startsWith('encodings/')) return next(name, context);
      const file = rest === undefined ? 'index' : (folders[rest] ?? rest.replace('internal/', '') + '/index');
      return next(new URL(owner + '/dist/' + file + '.js', ${JSON.stringify(packages.href)}).href, context);
    }`)}`,
);
const { ScriptedServer } = await import(new URL('server/dist/acceptance/scripted-server.js', packages).href);

const PIECES = 20;
/** Longer than pieces wait for each other, so each is stored and sent separately. */
const PAUSE_MILLISECONDS = 60;

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const server = await ScriptedServer.start();
try {
  const calls = [];
  const pause = { wait: () => new Promise((done) => setTimeout(done, PAUSE_MILLISECONDS)) };
  const look = { wait: async () => calls.push(await callsUntilNow()) };
  const pauses = Array.from({ length: PIECES }, () => pause);
  const pieces = pauses.flatMap((_, index) => [{ text: `word${index} ` }, pause]);
  await server.play([[{ text: 'Now ' }, pause, look, ...pauses, look, ...pieces, look, { text: 'done.' }]]);
  const [, silent, speaking] = calls;
  const isOnWay = ([name, count]) => count - (silent.get(name) ?? 0) >= PIECES * 0.9;
  print('a piece of an answer', [...speaking].filter(isOnWay));
  // Work that a turn leaves for afterwards, such as its title.
  await new Promise((done) => setTimeout(done, 1_000));
  await callsUntilNow();
  await server.client.get('/api/conversations');
  print('GET /api/conversations', [...(await callsUntilNow())]);
} finally {
  await server.close();
}

/** How often each function was called since the last time, by file and position. */
async function callsUntilNow() {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const calls = new Map();
  for (const { url, functions } of result) {
    if (!url.startsWith(packages.href) || /\/node_modules\/|\/(?:testing|acceptance)\//u.test(url)) continue;
    const file = fileURLToPath(url)
      .slice(fileURLToPath(packages).length)
      .replace('/dist/', '/src/')
      .replace(/js$/u, 'ts');
    for (const { ranges, functionName } of functions) {
      const [{ startOffset, count }] = ranges;
      // Offset 0 is the file itself, which runs once when loaded.
      if (startOffset > 0 && count > 0) calls.set(`${file}\n${functionName} ${startOffset}`, count);
    }
  }
  return calls;
}

function print(what, calls) {
  const files = new Map();
  for (const [name] of calls) {
    const [file, called] = name.split('\n');
    files.set(file, [...(files.get(file) ?? []), called.split(' ')[0]]);
  }
  console.log(`${what}: ${files.size} files`);
  for (const [file, functions] of files) console.log(`  ${file}: ${functions.join(' ')}`);
}
