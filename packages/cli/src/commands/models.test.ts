import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startFakeModelHub } from '@ibid/core/testing';
import type { FakeModelHub } from '@ibid/core/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ibidByMeaning as ibid } from '../run-command.test-helper.js';

let folder: string;
let hub: FakeModelHub;
const run = (...words: string[]) => ibid(...words, '--data', join(folder, 'data'));

function modelFiles(): Record<string, Uint8Array> {
  const model = join(dirname(createRequire(import.meta.url).resolve('@ibid/embedder/package.json')), 'model');
  const files: Record<string, Uint8Array> = {};
  for (const entry of readdirSync(model, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files[path.slice(model.length + 1)] = readFileSync(path);
  }
  return { ...files, 'README.md': Buffer.from('---\nlanguage: multilingual\n---\n') };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-cli-models-'));
  hub = await startFakeModelHub({ models: { 'Xenova/multilingual-e5-small': modelFiles() } });
  vi.stubEnv('IBID_MODEL_HUB', hub.url);
  vi.stubEnv('OLLAMA_HOST', 'off');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await hub.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('MOD-5 search models on the command line', () => {
  it('proposes a multilingual one after German documents were read, fetches it and uses it', async () => {
    writeFileSync(
      join(folder, 'winde.md'),
      'Die Winde am Kai ist im März ausgefallen, weil das Lager trocken gelaufen war.',
    );
    const read = await run('ingest', join(folder, 'winde.md'));
    expect(read.err).toContain('ibid models use hub:Xenova/multilingual-e5-small');
    const used = await run('models', 'use', 'Xenova/multilingual-e5-small');
    expect(used).toMatchObject({ code: 0, out: 'hub:Xenova/multilingual-e5-small is set for search.\n' });
    expect(used.err).toContain('1 passages get new vectors');
    const listed = JSON.parse((await run('models', '--json')).out) as {
      search: { embedding: { inUse: { languages: null; id: string } }; fetched: { choice: string }[] };
    };
    expect(listed.search.embedding.inUse).toMatchObject({ languages: null });
    expect(listed.search.fetched).toMatchObject([{ choice: 'hub:Xenova/multilingual-e5-small' }]);
    const inUse = await run('models', 'remove', 'hub:Xenova/multilingual-e5-small');
    expect(inUse).toMatchObject({ code: 1, err: expect.stringContaining('in use') });
    expect((await run('models', 'use', 'default', '--for', 'search')).code).toBe(0);
    expect((await run('models', 'remove', 'hub:Xenova/multilingual-e5-small')).code).toBe(0);
  });

  it('says why one cannot be had, and ends with a code of its own', async () => {
    const missing = await run('models', 'use', 'hub:acme/missing');
    expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('no such model') });
    expect((await run('doctor')).code).toBe(1);
    await run('models', 'use', 'default', '--for', 'search');
    expect((await run('models', 'sing')).code).toBe(2);
    expect((await run('models', 'use')).code).toBe(2);
  });
});
