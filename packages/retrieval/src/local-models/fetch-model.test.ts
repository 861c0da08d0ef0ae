import { createHash, randomFillSync } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeModelHub } from '@ibid/core/testing';
import type { FakeModelHub } from '@ibid/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_MODEL } from '../embed/local-model.js';
import { openLocalEmbedder } from '../embed/open-local-embedder.js';
import { openLocalReranker } from '../embed/open-local-reranker.js';
import { sharedTokensReranker } from '../embed/tiny-onnx.test-helper.js';
import { builtInFiles } from './built-in-files.test-helper.js';
import { fetchModel } from './fetch-model.js';
import type { FetchProgress } from './fetch-model.js';

const NAME = 'acme/embedder';
const WHOLE = 'acme/whole';
const WEIGHTS = 'onnx/model_quantized.onnx';
const whole = builtInFiles();
// Only the model that embeds needs the real weights, which are twenty times as large.
const weights = randomFillSync(Buffer.alloc(1_000_000));
const WEIGHTS_SHA256 = createHash('sha256').update(weights).digest('hex');
const files: typeof whole = { ...whole, [WEIGHTS]: weights };
const withoutMetadata = Object.fromEntries(
  Object.entries(files).filter(([path]) =>
    ['config.json', 'tokenizer.json', 'tokenizer_config.json', WEIGHTS].includes(path),
  ),
);

let hub: FakeModelHub;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-models-'));
  hub = await startFakeModelHub({
    models: {
      [NAME]: files,
      [WHOLE]: whole,
      'acme/converted': {
        ...withoutMetadata,
        'README.md': Buffer.from('---\nbase_model:\n  - acme/embedder\n---\n# Converted\n'),
      },
      'acme/orphan': {
        ...withoutMetadata,
        'README.md': Buffer.from('---\nbase_model: acme/closed\n---\n'),
      },
      'acme/reranker': {
        ...withoutMetadata,
        'config.json': Buffer.from(
          JSON.stringify({
            model_type: 'bert',
            hidden_size: 8,
            max_position_embeddings: 64,
            architectures: ['BertForSequenceClassification'],
          }),
        ),
        [WEIGHTS]: sharedTokensReranker(),
      },
      'acme/torch': { 'config.json': files['config.json']!, 'model.safetensors': Buffer.from('x') },
    },
  });
});
afterEach(async () => {
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

const fetchIt = (name = NAME, more: Partial<Parameters<typeof fetchModel>[0]> = {}) =>
  fetchModel({ name, folder, hub: hub.url, ...more });

describe('MOD-5 a model of a hub', () => {
  it('is fetched once, described by its own files, and embeds as the built-in one does', async () => {
    const seen: FetchProgress[] = [];
    const model = await fetchIt(WHOLE, { onProgress: (progress) => seen.push(progress) });
    expect(model).toMatchObject({
      kind: 'embedder',
      name: WHOLE,
      dimensions: 384,
      maxTokens: 256,
      languages: ['en'],
      pooling: 'mean',
      queryPrefix: 'query: ',
      documentPrefix: '',
      sha256: LOCAL_MODEL.sha256,
    });
    const last = seen.at(-1)!;
    expect(last.bytes).toBe(last.totalBytes);
    expect(seen.map(({ bytes }) => bytes)).toEqual(
      seen.map(({ bytes }) => bytes).toSorted((left, right) => left - right),
    );
    const fetched = hub.downloads.length;
    await fetchIt(WHOLE);
    expect(hub.downloads).toHaveLength(fetched);
    const mine = await openLocalEmbedder({ model });
    const builtIn = await openLocalEmbedder();
    for (const kind of ['document', 'query'] as const)
      expect(await mine.embed(['when is high water'], kind)).toEqual(
        await builtIn.embed(['when is high water'], kind),
      );
    await Promise.all([mine.close?.(), builtIn.close?.()]);
  });

  it('is gone on with where the line broke, and is whole or not there', async () => {
    const size = weights.length;
    const abort = new AbortController();
    const stopped = fetchIt(NAME, {
      signal: abort.signal,
      onProgress: ({ file }) => {
        if (file === WEIGHTS) abort.abort();
      },
    });
    await expect(stopped).rejects.toThrow(/abort/iu);
    expect(existsSync(join(folder, 'acme--embedder'))).toBe(false);
    hub.downloads = [];
    hub.cutAfterBytes = Math.ceil(size / 4);
    const model = await fetchIt();
    const starts = hub.downloads.filter(({ path }) => path === WEIGHTS).map(({ from }) => from);
    expect(starts.length).toBeGreaterThan(2);
    expect(starts[0]).toBeGreaterThan(0);
    expect(starts).toEqual(starts.toSorted((left, right) => left - right));
    // What was already there is not requested again.
    expect(hub.downloads.some(({ path }) => path === 'tokenizer.json')).toBe(false);
    expect(model.sha256).toBe(WEIGHTS_SHA256);
    expect(readdirSync(folder)).toEqual(['acme--embedder']);
  });

  it('begins again where a hub takes no ranges', async () => {
    hub.ignoresRanges = true;
    const abort = new AbortController();
    const stopped = fetchIt(NAME, {
      signal: abort.signal,
      onProgress: ({ file }) => {
        if (file === WEIGHTS) abort.abort();
      },
    });
    await expect(stopped).rejects.toThrow(/abort/iu);
    expect((await fetchIt()).sha256).toBe(WEIGHTS_SHA256);
  });

  it('is refused when it is not what the hub announced, and nothing is left to be used', async () => {
    hub.spoils = true;
    await expect(fetchIt()).rejects.toMatchObject({ code: 'model_not_fetched', canRetry: true });
    expect(existsSync(join(folder, 'acme--embedder'))).toBe(false);
    hub.spoils = false;
    expect((await fetchIt()).sha256).toBe(WEIGHTS_SHA256);
  });

  it('is fetched once where two ask for it at the same time', async () => {
    const [first, second] = await Promise.all([fetchIt(), fetchIt()]);
    expect(first).toEqual(second);
    expect(hub.downloads.filter(({ path }) => path === WEIGHTS)).toHaveLength(1);
  });

  it('is fetched though the folder of its parts goes away again and again, as others end with it', async () => {
    const others = async () => {
      for (let times = 0; times < 1_000; times += 1) await rmdir(join(folder, '.partial')).catch(() => {});
    };
    const names = Array.from({ length: 4 }, () => 'acme/reranker');
    const [models] = await Promise.all([Promise.all(names.map((name) => fetchIt(name))), others()]);
    expect(new Set(models.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(hub.downloads.filter(({ path }) => path === WEIGHTS)).toHaveLength(1);
  });

  it('takes what a conversion leaves out from the model that it was made from', async () => {
    const model = await fetchIt('acme/converted');
    expect(model).toMatchObject({
      pooling: 'mean',
      queryPrefix: 'query: ',
      maxTokens: 256,
      languages: ['en'],
    });
    // Without it, its own files must do.
    expect(await fetchIt('acme/orphan')).toMatchObject({ queryPrefix: '', maxTokens: 512 });
  });

  it('can be one that reranks, by the same way', async () => {
    const model = await fetchIt('acme/reranker');
    expect(model).toMatchObject({ kind: 'reranker', name: 'acme/reranker', maxTokens: 64 });
    const reranker = await openLocalReranker({ model });
    const [other, answer] = await reranker.rerank('when did the winch fail', [
      'The crane was painted green.',
      'The winch did fail in March.',
    ]);
    expect(answer).toBeGreaterThan(other!);
    await reranker.close();
  });

  it('sends a key where one is needed, and says so where it is missing', async () => {
    hub.key = 'secret';
    await expect(fetchIt()).rejects.toThrow(/IBID_MODEL_HUB_KEY/u);
    await fetchIt(NAME, { key: 'secret' });
    expect(hub.downloads.every(({ authorization }) => authorization === 'Bearer secret')).toBe(true);
  });

  it('says what is wrong with a name, a model without ONNX weights and a hub that is away', async () => {
    await expect(fetchIt('acme/nothing')).rejects.toThrow(/no such model/u);
    await expect(fetchIt('acme/torch')).rejects.toThrow(/no ONNX weights/u);
    for (const name of ['../secrets', 'acme', 'acme/..', 'https://acme/x/y'])
      await expect(fetchIt(name)).rejects.toMatchObject({ code: 'unusable_model' });
    await expect(fetchIt(NAME, { hub: 'http://127.0.0.1:1' })).rejects.toThrow(
      /put the model's files into a folder/u,
    );
  });

  it('notices weights that were changed after they were fetched', async () => {
    const model = await fetchIt();
    const path = join(model.folder, WEIGHTS);
    const bytes = readFileSync(path);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(path, bytes);
    await expect(openLocalEmbedder({ model })).rejects.toMatchObject({ problem: 'weights-changed' });
  });
});
