import { describe, expect, it } from 'vitest';
import { describeModel } from './describe-model.js';
import type { Json, ModelFiles } from './describe-model.js';
import { readModelCard } from './model-card.js';
import { weightsFile } from './weights-file.js';

const NOTHING: ModelFiles = {
  config: null,
  tokenizerConfig: null,
  modules: null,
  pooling: null,
  sentenceBert: null,
  prompts: null,
  card: null,
  baseCard: null,
};
const bert: Json = { model_type: 'bert', hidden_size: 384, max_position_embeddings: 512, vocab_size: 30_522 };
const of = (files: Partial<ModelFiles>, name = 'acme/model') =>
  describeModel({ name, files: { ...NOTHING, config: bert, ...files } });

describe('MOD-5 what the files of a model say', () => {
  it('reads pooling in both ways of writing it', () => {
    expect(of({ pooling: { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false } }).pooling).toBe(
      'cls',
    );
    expect(of({ pooling: { pooling_mode_cls_token: false, pooling_mode_mean_tokens: true } }).pooling).toBe(
      'mean',
    );
    expect(of({ pooling: { pooling_mode_max_tokens: true } }).pooling).toBe('max');
    expect(of({ pooling: { pooling_mode_lasttoken: true } }).pooling).toBe('last');
    expect(of({ pooling: { pooling_mode: 'cls' } }).pooling).toBe('cls');
    expect(() => of({ pooling: { pooling_mode_weightedmean_tokens: true } })).toThrow(/pooling/u);
  });

  it('reads prefixes, and takes those of the family only where the files are silent', () => {
    const prompts = { prompts: { query: 'Q: ', passage: 'P: ' } };
    expect(of({ prompts })).toMatchObject({ queryPrefix: 'Q: ', documentPrefix: 'P: ' });
    expect(of({}, 'Xenova/multilingual-e5-small')).toMatchObject({
      queryPrefix: 'query: ',
      documentPrefix: 'passage: ',
      pooling: 'mean',
    });
    expect(of({ prompts }, 'Xenova/multilingual-e5-small').queryPrefix).toBe('Q: ');
    expect(of({}, 'intfloat/multilingual-e5-large-instruct').queryPrefix).toBe('');
    const renamed = { ...bert, _name_or_path: 'BAAI/bge-small-en-v1.5' };
    expect(of({ config: renamed }, 'mine')).toMatchObject({
      pooling: 'cls',
      queryPrefix: expect.stringContaining('searching'),
    });
  });

  it('takes the shortest length that any file tells, and no number without end', () => {
    expect(of({}).maxTokens).toBe(512);
    expect(of({ sentenceBert: { max_seq_length: 128 } }).maxTokens).toBe(128);
    expect(of({ tokenizerConfig: { model_max_length: 1e30 } }).maxTokens).toBe(512);
    const roberta = { ...bert, model_type: 'xlm-roberta', max_position_embeddings: 514, pad_token_id: 1 };
    expect(of({ config: roberta }).maxTokens).toBe(512);
    expect(of({ config: { ...roberta, max_position_embeddings: 131_074 } }).maxTokens).toBe(8_192);
  });

  it('knows languages by the card, that of the model it was made from, or the size of its vocabulary', () => {
    expect(of({ card: '---\nlanguage: de\n---\n' }).languages).toEqual(['de']);
    expect(of({ card: '---\nlanguage:\n- en\n- zh\n---\n' }).languages).toEqual(['en', 'zh']);
    expect(of({ card: '---\nlanguage:\n- multilingual\n- af\n---\n' }).languages).toBeNull();
    expect(of({ card: 'no head', baseCard: '---\nlanguage: [fr, "it"]\n---\n' }).languages).toEqual([
      'fr',
      'it',
    ]);
    expect(of({}).languages).toEqual(['en']);
    expect(of({ config: { ...bert, vocab_size: 250_002 } }).languages).toBeNull();
  });

  it('tells a reranker by its architecture, and layers that an ONNX file must have itself', () => {
    const config = { ...bert, architectures: ['BertForSequenceClassification'] };
    expect(of({ config })).toMatchObject({ kind: 'reranker', dimensions: 1, queryPrefix: '' });
    const modules = [{ type: 'sentence_transformers.models.Dense' }];
    expect(of({ modules }).hasLayersAfterPooling).toBe(true);
    expect(of({}).hasLayersAfterPooling).toBe(false);
  });

  it('refuses what is no model', () => {
    expect(() => of({ config: null })).toThrow(/no config.json/u);
    expect(() => of({ config: { model_type: 'bert' } })).toThrow(/hidden_size/u);
  });

  it('reads the head of a card and nothing below it', () => {
    expect(readModelCard('---\nbase_model: a/b\n---\nlanguage: de')).toEqual({
      languages: [],
      baseModel: 'a/b',
    });
    expect(readModelCard('# Title\nlanguage: de')).toEqual({ languages: [], baseModel: null });
  });

  it('takes eight bits before more, and guesses among no others', () => {
    expect(weightsFile(['onnx/model.onnx', 'onnx/model_quantized.onnx'])).toBe('onnx/model_quantized.onnx');
    expect(weightsFile(['model.onnx'])).toBe('model.onnx');
    expect(weightsFile(['onnx/a.onnx', 'onnx/a_quantized.onnx'])).toBe('onnx/a_quantized.onnx');
    expect(weightsFile(['onnx/a.onnx', 'onnx/b.onnx'])).toBeNull();
    expect(weightsFile(['onnx/model.onnx', 'onnx/model_fp16.onnx'], 'onnx/model_fp16.onnx')).toBe(
      'onnx/model_fp16.onnx',
    );
    expect(weightsFile(['onnx/model.onnx'], 'onnx/none.onnx')).toBeNull();
  });
});
