import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ConnectorError, PreparePool, syncSource } from '@ibid/retrieval/internal';
import type { Connector, ConnectorEvent, SyncSourceOptions } from '@ibid/retrieval/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../database/index.js';
import { openKnowledge } from '../knowledge/index.js';
import { ConnectedItemRepository } from './connected-item-repository.js';
import { ConnectedLogRepository } from './connected-log-repository.js';
import { connectedMemory } from './connected-memory.js';
import { ConnectedSourceRepository } from './connected-source-repository.js';

let folder: string;
let database: Awaited<ReturnType<typeof openDatabase>>;
let knowledge: Awaited<ReturnType<typeof openKnowledge>>;
let pool: PreparePool;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-connected-'));
  database = await openDatabase({ folder });
  knowledge = await openKnowledge({ database, embedder: null });
  pool = new PreparePool({ size: 2 });
});
afterAll(async () => {
  await pool.close();
  await knowledge.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const text = (id: string) => `Words of ${id.replace(/^\d-copy-of-/u, '')}.`;
const named = (id: string): ConnectorEvent => ({ type: 'item', item: { id, revision: text(id), name: id } });
/** A source with the list given by the test. */
const listing = (list: Connector['list']): Connector => ({
  list,
  read: async ({ id }) => ({ bytes: new TextEncoder().encode(text(id)) }),
});

/** A promise that can be resolved from outside. */
function moment() {
  let now = () => {};
  const come = new Promise<void>((resolve) => {
    now = resolve;
  });
  return { come, now };
}

/** A base with its own source, and a run through it. */
async function newSource() {
  const access = {
    ownerId: 'ann',
    visibility: 'private' as const,
    sharedWithUsers: [],
    sharedWithRoles: [],
  };
  const base = await knowledge.bases.create({ name: 'Shelf', description: '', access });
  const connectedSources = new ConnectedSourceRepository(database.db);
  const { id } = await connectedSources.add({
    knowledgeBaseId: base.id,
    ownerId: 'ann',
    kind: 'shelf',
    name: 'Shelf',
    settings: {},
    sealedSecrets: null,
    access: null,
    everyMinutes: null,
  });
  const memory = connectedMemory(id, {
    connectedSources,
    connectedItems: new ConnectedItemRepository(database.db),
    connectedLog: new ConnectedLogRepository(database.db),
  });
  let run = 0;
  return {
    memory,
    sync: (list: Connector['list'], more: Partial<SyncSourceOptions> = {}) =>
      syncSource({
        knowledgeBaseId: base.id,
        sourceId: id,
        writer: knowledge.writer,
        embedder: null,
        pool,
        memory,
        cursor: null,
        run: (run += 1),
        ownerId: 'ann',
        access: null,
        maxBytes: 1_000_000,
        signal: new AbortController().signal,
        ...more,
        connector: listing(list),
      }),
    names: async () =>
      (await knowledge.writer.listItemStates({ knowledgeBaseId: base.id, externalIdPrefix: '' }))
        .map(({ name }) => name)
        .toSorted(),
  };
}

describe('KB-10 a run through a source', () => {
  it('does not lose a file whose copy was named first and taken for it', async () => {
    const { memory, sync, names } = await newSource();
    await sync(async function* () {
      yield named('tides');
      return { cursor: null, complete: true };
    });
    const [isMoving, isNamed] = [moment(), moment()];
    let isLookedUp = false;
    const { report } = await sync(
      async function* ({ known }) {
        // As a connector that looks ahead does.
        await known('tides');
        yield named('0-copy-of-tides');
        for (let number = 0; number < 20; number += 1) yield named(`note ${number}`);
        await isMoving.come;
        isNamed.now();
        yield named('tides');
        return { cursor: null, complete: true };
      },
      {
        memory: {
          ...memory,
          get: async (id) => {
            const found = await memory.get(id);
            if (id === 'tides') isLookedUp = true;
            return found;
          },
          // The moment when the item has moved but the memory does not know it yet.
          remove: async (id) => {
            isLookedUp = false;
            isMoving.now();
            await isNamed.come;
            for (let turn = 0; turn < 100 && !isLookedUp; turn += 1) await setImmediate();
            await memory.remove(id);
          },
        },
      },
    );
    expect(report.counts).toMatchObject({ moved: 1, unchanged: 0, failed: 0 });
    expect((await names()).filter((name) => name.includes('tides'))).toEqual(['0-copy-of-tides', 'tides']);
  });

  it('keeps several files at once, and a checkpoint waits for all of them', async () => {
    const { memory, sync, names } = await newSource();
    const begun: ReturnType<typeof moment>[] = [];
    let kept = 0;
    let atCheckpoint: string[] | null = null;
    const { problem } = await sync(
      async function* () {
        for (let number = 0; number < 12; number += 1) yield named(`note ${number}`);
        yield { type: 'checkpoint', cursor: 'twelve' };
        return { cursor: null, complete: true };
      },
      {
        // Each even one is ready only after the next one has started.
        keep: async (bytes) => {
          const number = begun.length;
          begun.push(moment());
          begun[number - 1]?.now();
          if (number % 2 === 0) await begun[number]?.come;
          const path = join(folder, `kept-${number}`);
          await writeFile(path, bytes);
          kept += 1;
          return { path };
        },
        memory: {
          ...memory,
          checkpoint: async (cursor) => {
            atCheckpoint = await names();
            await memory.checkpoint(cursor);
          },
        },
      },
    );
    expect([problem, kept]).toEqual([null, 12]);
    expect(atCheckpoint).toHaveLength(12);
    expect(await names()).toHaveLength(12);
  });

  it('ends where nothing can be kept any more, keeps what it has, and goes on later', async () => {
    const { sync, names } = await newSource();
    const list: Connector['list'] = async function* () {
      for (let number = 0; number < 30; number += 1) yield named(`note ${number}`);
      return { cursor: null, complete: true };
    };
    let room = 5;
    const full = await sync(list, {
      keep: async (bytes) => {
        room -= 1;
        if (room < 0) throw new ConnectorError('away', 'It is full.');
        const path = join(folder, `room-${room}`);
        await writeFile(path, bytes);
        return { path };
      },
    });
    expect(full.problem?.message).toBe('It is full.');
    expect(await names()).toHaveLength(5);
    const { report, problem } = await sync(list);
    expect([problem, report.counts.added, report.counts.unchanged]).toEqual([null, 25, 5]);
    expect(await names()).toHaveLength(30);
  });
});
