import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ingestFiles } from '@ibid/retrieval';
import { BlobStore, FileRepository, JobRepository, openDatabase, openKnowledge } from '@ibid/store/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dropUnusedBlobs } from './drop-unused-blobs.js';

let folder: string;
let database: Awaited<ReturnType<typeof openDatabase>>;
let services: Parameters<typeof dropUnusedBlobs>[0];
let jobs: JobRepository;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-blobs-'));
  database = await openDatabase({ folder });
  jobs = new JobRepository(database.db);
  services = { blobs: new BlobStore(folder), files: new FileRepository(database.db), database };
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function put(text: string): Promise<string> {
  const bytes = (async function* () {
    yield new TextEncoder().encode(text);
  })();
  return (await services.blobs.put(bytes, { maximumBytes: 1_000 })).hash;
}

const later = () => Date.now() + 60_000;

describe('KB-1 uploaded bytes', () => {
  it('stay while a job that is not done needs them, and go afterwards', async () => {
    const hash = await put('the same text twice');
    const job = await jobs.create({
      kind: 'upload',
      ownerId: 'ann',
      input: { knowledgeBaseId: 'kb', files: [{ name: 'a.txt', hash, mediaType: 'text/plain' }] },
      serverId: 'server',
    });
    expect(await dropUnusedBlobs(services, later())).toBe(0);
    expect(await services.blobs.has(hash)).toBe(true);
    await jobs.update(job.id, { state: 'complete' });
    expect(await dropUnusedBlobs(services, later())).toBe(1);
    expect(await services.blobs.has(hash)).toBe(false);
  });

  it('stay while an item was read from them, and go after it', async () => {
    const hash = await put('a paper');
    const knowledge = await openKnowledge({ database, embedder: Promise.resolve(null) });
    const access = {
      ownerId: 'ann',
      visibility: 'private',
      sharedWithUsers: [],
      sharedWithRoles: [],
    } as const;
    const base = await knowledge.bases.create({ name: 'Papers', description: '', access });
    await ingestFiles({
      knowledgeBaseId: base.id,
      writer: knowledge.writer,
      embedder: null,
      sources: [{ name: 'a.txt', content: { path: services.blobs.path(hash) }, externalId: 'upload:a.txt' }],
    });
    expect(await dropUnusedBlobs(services, later())).toBe(0);
    await knowledge.bases.remove(base.id);
    expect(await dropUnusedBlobs(services, later())).toBe(1);
    await knowledge.close();
  });

  it('stay for a while after they came, because their job may not be stored yet', async () => {
    const hash = await put('just in');
    expect(await dropUnusedBlobs(services, Date.now() - 60_000)).toBe(0);
    expect(await services.blobs.has(hash)).toBe(true);
  });

  it('stay where the same content comes in once more while it is looked at', async () => {
    const hash = await put('read again after a kill');
    await utimes(services.blobs.path(hash), 0, 0);
    const { files } = services;
    const putMeanwhile = Object.assign(Object.create(files) as typeof files, {
      hasBlob: async (asked: string) => {
        await put('read again after a kill');
        return files.hasBlob(asked);
      },
    });
    expect(await dropUnusedBlobs({ ...services, files: putMeanwhile }, Date.now() - 1_000)).toBe(0);
    expect(await services.blobs.has(hash)).toBe(true);
  });
});
