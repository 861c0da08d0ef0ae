// Stores a small data folder as this version writes it, for testing every later version on it:
// node scripts/keep-data.mjs NAME [TREE]   TREE: another built checkout whose server should write it.
// With DATABASE_URL, also stores what it writes into PostgreSQL (needs pg_dump, or its path in PG_DUMP). The release
// runs this once its version is known.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const repository = fileURLToPath(new URL('..', import.meta.url));
const [name, tree = repository] = process.argv.slice(2);
if (!name || !/^[\w.-]+$/u.test(name)) throw new Error('Name the version: node scripts/keep-data.mjs 0.1.0');
const target = join(repository, 'packages/server/test/released');
const { createServer } = await import(
  pathToFileURL(join(resolve(tree), 'packages/server/dist/index.js')).href
);

const DOCUMENTS = {
  'lighthouse.md':
    '# The lighthouse of Brenn\n\nThe lighthouse was built in 1871 by Ada Thorsen. Its lamp burns rapeseed oil and is seen for nineteen sea miles.\n\n## The keeper\n\nThe keeper winds the clockwork every four hours. See harbour.md for the boats.\n',
  'harbour.md':
    '# The harbour of Brenn\n\nEleven boats lie in the harbour. The largest, the Skua, carries forty barrels of herring.\n',
  'tides.csv': 'day,high water,height\nMonday,04:12,3.1 m\nTuesday,05:01,3.4 m\n',
};
const ATTACHED = 'The storm of 9 March 1903 took the roof of the boathouse. It was mended for 212 crowns.\n';

/** Uses a server for a while as a user would. Returns what must still exist in every later version. */
async function use(server) {
  const ask = async (method, path, body) => {
    const form = body instanceof FormData;
    const response = await server.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: body && !form ? { 'content-type': 'application/json' } : {},
        ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
      }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  };
  const until = async (path, isDone) => {
    for (;;) {
      const found = await ask('GET', path);
      if (isDone(found)) return found;
      await new Promise((after) => setTimeout(after, 50));
    }
  };
  const uploadOf = (field, files) => {
    const form = new FormData();
    for (const [file, text] of Object.entries(files)) form.append(field, new File([text], file));
    return form;
  };
  const turn = async (conversationId, body) => {
    const started = await ask('POST', `/api/conversations/${conversationId}/turns`, {
      parentMessageId: null,
      ...body,
    });
    await ask('GET', `/api/turns/${started.turnId}/events`);
    await until(`/api/turns/${started.turnId}`, ({ status }) => status !== 'running');
    return started;
  };

  const base = await ask('POST', '/api/knowledge-bases', { name: 'Brenn', description: 'A village' });
  const { jobId } = await ask(
    'POST',
    `/api/knowledge-bases/${base.id}/uploads`,
    uploadOf('files', DOCUMENTS),
  );
  await until(`/api/jobs/${jobId}`, ({ state }) => state === 'done' || state === 'failed');
  const agent = await ask('POST', '/api/agents', { name: 'Keeper', prompt: 'Answer like a keeper.' });
  const project = await ask('POST', '/api/projects', {
    name: 'Chronicle',
    instructions: 'Keep to the year.',
  });
  await ask('PUT', '/api/settings', { system: { reminder: 'Mind the tide.' }, user: { timeZone: 'UTC' } });
  await ask('POST', '/api/users', { name: 'ann', password: 'a long enough password' });
  const uploaded = await ask('POST', '/api/files', uploadOf('file', { 'storm.txt': ATTACHED }));
  const fileId = uploaded.rows[0].id;
  await until(`/api/files/${fileId}`, ({ state }) => state !== 'uploaded');

  const { id } = await ask('POST', '/api/conversations', {});
  const first = await turn(id, { text: 'Who built the lighthouse of Brenn?' });
  const second = await turn(id, {
    text: 'What did the storm of 1903 cost?',
    parentMessageId: first.assistantMessageId,
    fileIds: [fileId],
  });
  await turn(id, {
    text: `What does the largest boat carry? ${'A line of a long paste.\n'.repeat(500)}`,
    parentMessageId: first.assistantMessageId,
  });
  await ask('PATCH', `/api/conversations/${id}`, { leafId: second.assistantMessageId });
  const fork = await ask('POST', `/api/conversations/${id}/fork`, { messageId: first.assistantMessageId });
  await turn(fork.id, {
    text: 'How far is its lamp seen?',
    parentMessageId: fork.leafId,
  });

  const kept = { conversations: [], items: [], descriptors: [] };
  for (const conversationId of [id, fork.id]) {
    const { title } = await ask('GET', `/api/conversations/${conversationId}`);
    const { messages } = await ask('GET', `/api/conversations/${conversationId}/messages`);
    const { cited } = await ask('GET', `/api/conversations/${conversationId}/sources`);
    kept.conversations.push({
      id: conversationId,
      title,
      messages: messages.map(({ id: messageId, role, text, siblings, status }) => ({
        id: messageId,
        role,
        text,
        siblings,
        ...(status === undefined ? {} : { status }),
      })),
      cited: cited.map((source) => ({ number: source.number, title: source.title })),
    });
    const { rows } = await ask('GET', `/api/conversations/${conversationId}/descriptors`);
    for (const { name: handle } of rows) {
      const { content } = await ask(
        'GET',
        `/api/conversations/${conversationId}/descriptors/${encodeURIComponent(handle)}?page=1&pageSize=4000`,
      );
      kept.descriptors.push({ conversationId, name: handle, content });
    }
  }
  for (const item of (await ask('GET', `/api/knowledge-bases/${base.id}/items`)).rows) {
    const { text } = await ask('GET', `/api/items/${item.id}/text`);
    kept.items.push({ id: item.id, title: item.title, text });
  }
  return {
    ...kept,
    knowledgeBaseId: base.id,
    agent: { id: agent.id, name: 'Keeper', prompt: 'Answer like a keeper.' },
    project: { id: project.id, name: 'Chronicle', instructions: 'Keep to the year.' },
    file: { id: fileId, text: ATTACHED },
    reminder: 'Mind the tide.',
    user: 'ann',
  };
}

/** A line of JSON, then the folder's files unchanged, including the database log; its index is rebuilt. */
function packed(head, folder) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const contents = paths.map((path) => readFileSync(path));
  const files = paths.map((path, index) => ({ path: relative(folder, path), bytes: contents[index].length }));
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...head, files })}\n`), ...contents]);
}

async function keep(kind, databaseUrl) {
  const folder = mkdtempSync(join(tmpdir(), 'ibid-keep-'));
  try {
    const server = await createServer({
      dataFolder: folder,
      mode: 'local',
      logLevel: 'error',
      environment: { OLLAMA_HOST: 'off', IBID_SECRET: undefined },
      ...(databaseUrl ? { databaseUrl } : {}),
    });
    const kept = await use(server);
    await server.close();
    const sql = databaseUrl ? dump(databaseUrl) : null;
    const path = join(target, `${name}.${kind}.gz`);
    mkdirSync(target, { recursive: true });
    writeFileSync(path, gzipSync(packed({ version: name, kept, sql }, folder), { level: 9 }));
    console.log(
      `${relative(repository, path)}: ${kept.conversations.length} conversations, ${kept.items.length} items`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As statements that any client can send, without anything specific to psql. */
function dump(databaseUrl) {
  const result = spawnSync(
    process.env['PG_DUMP'] ?? 'pg_dump',
    ['--inserts', '--no-owner', '--no-privileges', databaseUrl],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  );
  if (result.status !== 0)
    throw new Error(
      `${result.stderr ?? result.error?.message}Set PG_DUMP to the pg_dump of the server's version.`,
    );
  return result.stdout
    .split('\n')
    .filter((line) => !line.startsWith('\\'))
    .join('\n');
}

await keep('sqlite');
const serverUrl = process.env['DATABASE_URL'];
if (serverUrl) {
  const pg = createRequire(join(repository, 'packages/store/package.json'))('pg');
  const client = new pg.Client({ connectionString: serverUrl });
  const database = `ibid_keep_${process.pid}`;
  await client.connect();
  await client.query(`create database ${database}`);
  try {
    const url = new URL(serverUrl);
    url.pathname = `/${database}`;
    await keep('postgres', url.href);
  } finally {
    await client.query(`drop database ${database} with (force)`);
    await client.end();
  }
} else console.log('DATABASE_URL is not set: nothing was kept for PostgreSQL.');
process.exit(0);
