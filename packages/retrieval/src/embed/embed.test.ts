import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAiSdkEmbedder } from './ai-sdk-embedder.js';
import { embeddingText } from './embedding-text.js';
import { LOCAL_MODEL } from './local-model.js';
import { openLocalEmbedder } from './open-local-embedder.js';
import type { TokenEmbedder } from './open-local-embedder.js';

const dot = (left: Float32Array, right: Float32Array): number =>
  left.reduce((sum, value, index) => sum + value * right[index]!, 0);

describe('KB-3 the local embedder', () => {
  let embedder: TokenEmbedder;
  beforeAll(async () => {
    embedder = await openLocalEmbedder();
  });
  afterAll(() => embedder.close?.());

  it('gives unit vectors that put like beside like', async () => {
    const [cat, kitten, invoice] = await embedder.embed(
      ['A cat sleeps on the sofa.', 'The kitten naps on a couch.', 'The invoice is due in May.'],
      'document',
    );
    expect(dot(cat!, cat!)).toBeCloseTo(1, 4);
    expect(cat!.length).toBe(LOCAL_MODEL.dimensions);
    expect(dot(cat!, kitten!)).toBeGreaterThan(dot(cat!, invoice!) + 0.3);
  });

  it('gives a text the same vector whatever stands beside it', async () => {
    const text = 'The same text, alone or in company.';
    const [alone] = await embedder.embed([text], 'document');
    const company = await embedder.embed(
      ['short', 'A much longer text that would force padding. '.repeat(20), text],
      'document',
    );
    expect(company[2]).toEqual(alone);
  });

  it('takes texts far beyond its window, empty ones, and many at once', async () => {
    const vectors = await embedder.embed(['word '.repeat(50_000), '', ...Array(20).fill('x')], 'document');
    expect(vectors).toHaveLength(22);
    expect(vectors.every((vector) => vector.every(Number.isFinite))).toBe(true);
  });

  it('lets a query overtake documents', async () => {
    const order: string[] = [];
    const documents = embedder
      .embed(Array(12).fill('A long document to embed. '.repeat(60)), 'document')
      .then(() => order.push('documents'));
    const query = embedder.embed(['a query'], 'query').then(() => order.push('query'));
    await Promise.all([documents, query]);
    expect(order).toEqual(['query', 'documents']);
  });

  it('lets documents somebody waits for overtake the others', async () => {
    const order: string[] = [];
    const patient = embedder
      .embed(Array(12).fill('A long document to embed. '.repeat(60)), 'document')
      .then(() => order.push('taken in'));
    const urgent = embedder
      .embed(['a sentence'], 'document', { isUrgent: true })
      .then(() => order.push('waited for'));
    await Promise.all([patient, urgent]);
    expect(order).toEqual(['waited for', 'taken in']);
  });

  it('embeds a question as one, near what answers it', async () => {
    const words = 'when is high water';
    const [question] = await embedder.embed([words], 'query');
    const [prefixed] = await embedder.embed([`${LOCAL_MODEL.queryPrefix}${words}`], 'document');
    const [plain] = await embedder.embed([words], 'document');
    expect(question).toEqual(prefixed);
    expect(question).not.toEqual(plain);
    const [answer, other] = await embedder.embed(
      ['The tide is highest at noon in the harbour.', 'The invoice is due in May.'],
      'document',
    );
    expect(dot(question!, answer!)).toBeGreaterThan(dot(question!, other!) + 0.2);
  });

  it('refuses weights that are not the ones it was measured with', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ibid-model-'));
    mkdirSync(join(folder, 'onnx'));
    writeFileSync(join(folder, 'onnx', 'model_quantized.onnx'), 'other weights');
    for (const name of ['tokenizer.json', 'tokenizer_config.json']) writeFileSync(join(folder, name), '{}');
    await expect(openLocalEmbedder({ model: { ...LOCAL_MODEL, folder } })).rejects.toMatchObject({
      code: 'embedder_unavailable',
      problem: 'weights-changed',
    });
  });

  it('says what is missing when the weights are not there', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'ibid-model-'));
    await expect(openLocalEmbedder({ model: { ...LOCAL_MODEL, folder: empty } })).rejects.toMatchObject({
      code: 'embedder_unavailable',
      problem: 'weights-missing',
    });
  });

  it('refuses work once it is closed', async () => {
    const other = await openLocalEmbedder();
    await other.close?.();
    await expect(other.embed(['x'], 'query')).rejects.toMatchObject({ code: 'embedder_unavailable' });
  });
});

describe('MOD-1 other embedders', () => {
  it('uses any embedding model of the AI SDK, in batches it can take', async () => {
    const sizes: number[] = [];
    const model: EmbeddingModelV4 = {
      specificationVersion: 'v4',
      provider: 'test',
      modelId: 'three',
      maxEmbeddingsPerCall: 2,
      supportsParallelCalls: false,
      async doEmbed({ values }) {
        sizes.push(values.length);
        return { embeddings: values.map((value) => [value.length, 0, 0]), warnings: [] };
      },
    };
    const embedder = await openAiSdkEmbedder({ model, queryPrefix: 'q: ' });
    expect(embedder).toMatchObject({ dimensions: 3, id: 'test/three/3' });
    const vectors = await embedder.embed(['a', 'b', 'c'], 'query');
    expect(sizes).toEqual([1, 2, 1]);
    expect([...vectors[0]!]).toEqual([1, 0, 0]);
  });
});

describe('KB-2 what is embedded', () => {
  it('puts title and headings before the text, each once', () => {
    const chunk = { title: 'Handbook', headingPath: ['Handbook', 'Leave'], text: 'Leave\nTwenty days.' };
    expect(embeddingText(chunk)).toBe('Handbook\nLeave\nTwenty days.');
  });
});
