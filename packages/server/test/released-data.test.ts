import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServer } from '../src/create-server.js';
import type { IbidServer } from '../src/create-server.js';
import { TestClient } from '../src/acceptance/test-client.js';

// Written by the versions themselves: scripts/keep-data.mjs.
const released = fileURLToPath(new URL('./released/', import.meta.url));
const databaseServer = process.env['DATABASE_URL'];

interface KeptData {
  version: string;
  kept: {
    conversations: {
      id: string;
      title: string;
      messages: { id: string; role: string; text: string; siblings: string[]; status?: string }[];
      cited: { number: number; title: string }[];
    }[];
    descriptors: { conversationId: string; name: string; content: string }[];
    items: { id: string; title: string; text: string }[];
    knowledgeBaseId: string;
    agent: { id: string; name: string; prompt: string };
    project: { id: string; name: string; instructions: string };
    file: { id: string; text: string };
    reminder: string;
    user: string;
  };
  files: { path: string; bytes: number }[];
  sql: string | null;
}

let folder: string;
let server: IbidServer | null = null;
let database: string | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-released-'));
});
afterEach(async () => {
  await server?.close();
  server = null;
  if (database) await onDatabaseServer(`drop database ${database} with (force)`);
  database = null;
  rmSync(folder, { recursive: true, force: true });
});

async function onDatabaseServer(statement: string, name?: string): Promise<void> {
  const url = new URL(databaseServer!);
  if (name) url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function unpack(name: string): KeptData {
  const whole = gunzipSync(readFileSync(join(released, name)));
  const lineEnd = whole.indexOf(10);
  const data = JSON.parse(whole.toString('utf8', 0, lineEnd)) as KeptData;
  let at = lineEnd + 1;
  for (const { path, bytes } of data.files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), whole.subarray(at, at + bytes));
    at += bytes;
  }
  return data;
}

async function open(data: KeptData): Promise<TestClient> {
  let databaseUrl: string | undefined;
  if (data.sql !== null) {
    database = `ibid_released_${process.pid}_${Date.now()}`;
    await onDatabaseServer(`create database ${database}`);
    await onDatabaseServer(data.sql, database);
    const url = new URL(databaseServer!);
    url.pathname = `/${database}`;
    databaseUrl = url.href;
  }
  server = await createServer({
    dataFolder: folder,
    port: 0,
    mode: 'local',
    logLevel: 'silent',
    environment: { OLLAMA_HOST: 'off' },
    ...(databaseUrl ? { databaseUrl } : {}),
  });
  return new TestClient((await server.listen()).url);
}

const names = readdirSync(released).filter((name) => name.endsWith('.gz'));

describe('OPS-1 data of earlier versions', () => {
  it('is there for both databases', () => {
    expect(names.filter((name) => name.endsWith('.sqlite.gz')).length).toBeGreaterThan(1);
    expect(names.filter((name) => name.endsWith('.postgres.gz')).length).toBeGreaterThan(1);
  });

  const tried = names.filter((name) => databaseServer || !name.endsWith('.postgres.gz'));
  it.each(tried)('%s is opened, nothing of it is lost, and it can be worked with', async (name) => {
    const data = unpack(name);
    const { kept } = data;
    const client = await open(data);
    for (const { id, title, messages, cited } of kept.conversations) {
      expect(await client.get(`/api/conversations/${id}`)).toMatchObject({ title });
      expect(
        (await client.get<{ messages: unknown }>(`/api/conversations/${id}/messages`)).messages,
      ).toMatchObject(messages);
      expect((await client.get<{ cited: unknown }>(`/api/conversations/${id}/sources`)).cited).toMatchObject(
        cited,
      );
    }
    for (const { conversationId, name: handle, content } of kept.descriptors) {
      const path = `/api/conversations/${conversationId}/descriptors/${encodeURIComponent(handle)}`;
      expect(await client.get(`${path}?page=1&pageSize=4000`)).toMatchObject({ content });
    }
    for (const { id, title, text } of kept.items) {
      expect(await client.get(`/api/items/${id}`)).toMatchObject({ title });
      expect(await client.get(`/api/items/${id}/text`)).toMatchObject({ text });
    }
    expect(await client.get(`/api/agents/${kept.agent.id}`)).toMatchObject(kept.agent);
    expect(await client.get(`/api/projects/${kept.project.id}`)).toMatchObject(kept.project);
    const settings = await client.get('/api/settings');
    expect(settings).toMatchObject({ system: { reminder: kept.reminder } });
    const users = await client.get<{ rows: { name: string }[] }>('/api/users');
    expect(users.rows.map((user) => user.name)).toContain(kept.user);
    const file = await fetch(`${client.url}/api/files/${kept.file.id}/content`);
    expect(await file.text()).toBe(kept.file.text);

    // All ways of finding the old documents; semantic search once there are vectors of the current embedder.
    for (const [mode, query] of [
      ['keyword', 'who built the lighthouse'],
      ['semantic', 'the biggest ship'],
      ['hybrid', 'herring'],
    ]) {
      const first = async () => {
        const request = { query, mode, topK: 3 };
        return (await client.post<{ rows: { itemId: string }[] }>('/api/search', request)).rows[0]?.itemId;
      };
      const ids = kept.items.map((item) => item.id);
      if (mode === 'semantic') await expect.poll(first).toBeOneOf(ids);
      else expect(ids).toContain(await first());
    }

    // A conversation can continue, and its sources keep their numbers.
    const [conversation] = kept.conversations;
    const { leafId } = await client.get<{ leafId: string }>(`/api/conversations/${conversation!.id}`);
    const asked = await client.ask(conversation!.id, 'Who built the lighthouse?', {
      parentMessageId: leafId,
    });
    const { packets } = await client.events(asked.turnId);
    expect(packets.at(-1)).toMatchObject({ type: 'turn-stop', reason: 'complete' });
    const sources = await client.get<{ cited: { number: number; title: string }[] }>(
      `/api/conversations/${conversation!.id}/sources`,
    );
    for (const before of conversation!.cited)
      expect(sources.cited).toContainEqual(expect.objectContaining(before));

    // So can a knowledge base.
    const form = new FormData();
    form.append('files', new File(['The ferry to Brenn leaves at noon.'], 'ferry.txt'));
    const uploads = await fetch(`${client.url}/api/knowledge-bases/${kept.knowledgeBaseId}/uploads`, {
      method: 'POST',
      body: form,
    });
    const { jobId } = (await uploads.json()) as { jobId: string };
    await expect
      .poll(async () => (await client.get<{ state: string }>(`/api/jobs/${jobId}`)).state)
      .toBe('done');
    const found = await client.post<{ rows: { title: string }[] }>('/api/search', {
      query: 'ferry noon',
      mode: 'hybrid',
      topK: 1,
    });
    expect(found.rows[0]?.title).toBe('ferry');
  });
});
