import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { describe, expect, it } from 'vitest';
import { readModelFolder } from '../local-models/index.js';
import { builtInEmbeddingModel } from './local-model.js';
import { ModelTokens } from './model-tokens.js';
import { openLocalEmbedder } from './open-local-embedder.js';
import { openLocalReranker } from './open-local-reranker.js';
import { pooled } from './pooled.js';
import { sharedTokensReranker, tinyOnnx } from './tiny-onnx.test-helper.js';

function modelFolder(weights: Uint8Array, config: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'ibid-model-'));
  for (const name of ['tokenizer.json', 'tokenizer_config.json'])
    copyFileSync(join(builtInEmbeddingModel().folder, name), join(folder, name));
  writeFileSync(join(folder, 'model.onnx'), weights);
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({ model_type: 'bert', hidden_size: 8, max_position_embeddings: 64, ...config }),
  );
  return folder;
}

describe('MOD-5 a cross-encoder of a folder', () => {
  it('reads query and text together, texts and questions beyond its window too', async () => {
    const folder = modelFolder(sharedTokensReranker(), {
      architectures: ['BertForSequenceClassification'],
    });
    const model = await readModelFolder({ folder });
    expect(model).toMatchObject({ kind: 'reranker', maxTokens: 64 });
    const reranker = await openLocalReranker({ model });
    const scores = await reranker.rerank('when did the winch fail', [
      'The crane was painted green.',
      'The winch did fail in March.',
      `The winch. ${'Nothing else of note happened. '.repeat(400)}`,
    ]);
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    expect(scores[1]).toBeGreaterThan(scores[2]!);
    expect(scores[2]).toBeGreaterThan(scores[0]!);
    expect(await reranker.rerank('winch '.repeat(500), ['The winch.'])).toHaveLength(1);
    await reranker.close();
  });

  it('says so when weights give no vectors, or are no ONNX', async () => {
    const folder = modelFolder(sharedTokensReranker(), {});
    const embedder = await openLocalEmbedder({ model: await readModelFolder({ folder }) });
    await expect(embedder.embed(['text'], 'document')).rejects.toMatchObject({ problem: 'unusable' });
    await embedder.close?.();
    const broken = modelFolder(Buffer.from('no weights'), {});
    await expect(
      openLocalEmbedder({ model: await readModelFolder({ folder: broken }) }),
    ).rejects.toMatchObject({
      code: 'embedder_unavailable',
    });
  });

  it('takes the vector of a text that a graph makes itself', async () => {
    // The mean of the token ids, in both of two dimensions.
    const weights = tinyOnnx({
      inputs: ['input_ids'],
      constants: { first: { axes: [1] }, one: { number: 1 } },
      nodes: [
        { op: 'Cast', inputs: ['input_ids'], output: 'ids', attributes: { to: 1 } },
        { op: 'ReduceSum', inputs: ['ids', 'first'], output: 'sum', attributes: { keepdims: 1 } },
        { op: 'Concat', inputs: ['sum', 'sum'], output: 'sentence_embedding', attributes: { axis: 1 } },
      ],
      output: { name: 'sentence_embedding', dimensions: [1, 2] },
    });
    const folder = modelFolder(weights, { hidden_size: 2 });
    const embedder = await openLocalEmbedder({ model: await readModelFolder({ folder }) });
    const [vector] = await embedder.embed(['text'], 'document');
    expect([...vector!].map((value) => value.toFixed(3))).toEqual(['0.707', '0.707']);
    await embedder.close?.();
  });
});

describe('MOD-5 pooling', () => {
  it('makes one vector of those of the tokens', () => {
    const states = Float32Array.of(1, 0, 3, 2, 2, 7);
    const of = (pooling: 'mean' | 'cls' | 'max' | 'last') => [...pooled({ states, dimensions: 2, pooling })];
    expect(of('cls')).toEqual([1, 0]);
    expect(of('last')).toEqual([2, 7]);
    expect(of('max')).toEqual([3, 7]);
    expect(of('mean')).toEqual([6, 9]);
  });
});

describe('MOD-5 tokens', () => {
  /** As in multilingual models: word pieces with their probabilities. */
  const unigram = new Tokenizer(
    {
      version: '1.0',
      added_tokens: [0, 1, 2, 3].map((id) => ({
        id,
        content: ['<s>', '<pad>', '</s>', '<unk>'][id],
        special: true,
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: false,
      })),
      normalizer: { type: 'NFKC' },
      decoder: { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
      pre_tokenizer: { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
      post_processor: {
        type: 'TemplateProcessing',
        single: [
          { SpecialToken: { id: '<s>', type_id: 0 } },
          { Sequence: { id: 'A', type_id: 0 } },
          { SpecialToken: { id: '</s>', type_id: 0 } },
        ],
        pair: [],
        special_tokens: {
          '<s>': { id: '<s>', ids: [0], tokens: ['<s>'] },
          '</s>': { id: '</s>', ids: [2], tokens: ['</s>'] },
        },
      },
      model: {
        type: 'Unigram',
        unk_id: 3,
        vocab: [
          ['<s>', 0],
          ['<pad>', 0],
          ['</s>', 0],
          ['<unk>', 0],
          ['▁', -3],
          ['▁Winde', -4],
          ['a', -5],
        ],
      },
    },
    { tokenizer_class: 'XLMRobertaTokenizer' },
  );

  it('of a model of pieces keep the marks of beginning and end when the text is cut', () => {
    const tokens = new ModelTokens({ tokenizer: unigram, maxTokens: 4 });
    expect(tokens.of('Winde').ids).toEqual([0, 5, 2]);
    expect(tokens.of('Winde Winde Winde Winde Winde').ids).toEqual([0, 5, 5, 2]);
    expect(tokens.of('').ids).toEqual([0, 2]);
  });
});
